import type { IDataObject } from 'n8n-workflow';

import { isRecord } from './isRecord';

const replacement = '(token)';

const htmlNames: Readonly<Record<string, string>> = {
	'"': 'quot',
	'&': 'amp',
	"'": 'apos',
	'<': 'lt',
	'>': 'gt',
};

/**
 * Returns patterns of a character and its escaped forms in JSON, JSON within JSON, URLs, and HTML.
 * Plain characters come last because an escape sequence can start with them.
 */
function formsOf(character: string): string[] {
	const code = character.charCodeAt(0);
	const hex = code
		.toString(16)
		.padStart(2, '0')
		.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
	const name = htmlNames[character];
	const names = name === undefined ? '' : `|${name}`;
	// Some services escape slashes in JSON, too.
	const plain = {
		'\\': ['\\\\{4}', '\\\\{3}', '\\\\{2}', '\\\\'],
		'"': ['\\\\{0,3}"'],
		'/': ['\\\\{0,3}\\/'],
	}[character] ?? [character.replace(/\W/, '\\$&')];
	const inHtml = `&(?:#0{0,4}${String(code)}|#[xX]0{0,4}${hex}${names});`;
	return [`\\\\{1,3}u00${hex}`, `%${hex}`, inHtml, ...plain];
}

/** A pattern for just the start of a token is fast and never too large for a regular expression. */
const maxPatternCharacters = 100;

/** The forms of a token, as patterns. */
interface TokenPatterns {
	/** Finds where the token may start. */
	start: RegExp;
	/** The forms of each character, as sticky patterns. */
	characters: ReadonlyArray<readonly RegExp[]>;
}

function patternsOf(token: string): TokenPatterns {
	const characters = Array.from(token);
	const sticky = new Map(
		characters.map((one) => [one, formsOf(one).map((form) => new RegExp(form, 'y'))]),
	);
	const start = characters
		.slice(0, maxPatternCharacters)
		.map((one) => `(?:${formsOf(one).join('|')})`)
		.join('');
	return {
		start: new RegExp(start, 'g'),
		characters: characters.map((one) => sticky.get(one) ?? []),
	};
}

/**
 * Returns the end positions of all forms of the character that start at one of `positions`. An
 * escape sequence can also be plain text: the token `%25` starts with `%` in two ways.
 */
function endsOf(forms: readonly RegExp[], text: string, positions: readonly number[]): number[] {
	const ends = positions.flatMap((position) =>
		forms.flatMap((form) => {
			form.lastIndex = position;
			return form.test(text) ? [form.lastIndex] : [];
		}),
	);
	return [...new Set(ends)];
}

function replaceToken(text: string, { start, characters }: TokenPatterns): string {
	let replaced = '';
	let end = 0;
	start.lastIndex = 0;
	for (let match = start.exec(text); match !== null; match = start.exec(text)) {
		// A match is exact if the pattern contains the whole token.
		const isWhole = characters.length <= maxPatternCharacters;
		let positions = isWhole ? [start.lastIndex] : [match.index];
		for (const forms of isWhole ? [] : characters) positions = endsOf(forms, text, positions);
		if (positions.length === 0) {
			start.lastIndex = match.index + 1;
			continue;
		}
		replaced += text.slice(end, match.index) + replacement;
		end = start.lastIndex = Math.max(...positions);
	}
	return replaced + text.slice(end);
}

/** A cheap check that avoids the slow search for escaped forms of the token in most texts. */
export function mayContainToken(text: string, token: string): boolean {
	if (token === '') return false;
	// JSON can contain a numeric token in another notation, such as `1e7`.
	return text.includes(token) || /[\\%&]/.test(text) || !Number.isNaN(Number(token));
}

/** Redacts the token, including its escaped forms. */
export function redactToken(text: string, token: string): string {
	return mayContainToken(text, token) ? replaceToken(text, patternsOf(token)) : text;
}

/** The longest form of an escaped character is `&#x00002d;`. */
export const maxEscapedLength = 10;

/** A shorter prefix of a token could be part of an ordinary word, and reveals almost nothing. */
const minStartCharacters = 4;

const incompleteEscape = /^(?:[\\%&][\\#\w]{0,9})?$/;

/**
 * Redacts the token, including a prefix of the token at the end of the text, which may have been
 * cut off there.
 */
export function redactCutToken(text: string, token: string): string {
	const redacted = redactToken(text, token);
	const { characters } = patternsOf(token);
	const end = redacted.length - minStartCharacters;
	for (
		let start = Math.max(0, redacted.length - token.length * maxEscapedLength);
		start <= end;
		start += 1
	) {
		if (endsWithin(redacted, start, characters)) return redacted.slice(0, start) + replacement;
	}
	return redacted;
}

/** Returns whether the text from `start` to its end is a prefix of the token. */
function endsWithin(text: string, start: number, characters: TokenPatterns['characters']): boolean {
	let positions = [start];
	for (const forms of characters) {
		if (positions.some((position) => incompleteEscape.test(text.slice(position)))) {
			return positions[0] !== start;
		}
		positions = endsOf(forms, text, positions);
		if (positions.length === 0) return false;
	}
	return false;
}

/** Modifies the object in place because copying a large response would block n8n for longer. */
export function redactTokenInJson(json: IDataObject, token: string): void {
	const patterns = patternsOf(token);
	const number = Number(token);
	const redacted = (value: unknown): unknown => {
		if (typeof value === 'string') return replaceToken(value, patterns);
		if (value === number) return replacement;
		if (Array.isArray(value)) {
			for (const [index, entry] of value.entries()) value[index] = redacted(entry);
		} else if (isRecord(value)) {
			redactRecord(value);
		}
		return value;
	};
	const redactRecord = (record: Record<string, unknown>) => {
		for (const key of Object.keys(record)) {
			const value = redacted(record[key]);
			const redactedKey = replaceToken(key, patterns);
			if (redactedKey !== key) delete record[key];
			record[redactedKey] = value;
		}
	};
	redactRecord(json);
}
