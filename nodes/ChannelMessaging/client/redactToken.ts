import type { IDataObject } from 'n8n-workflow';

import { isRecord } from './model';

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
 * Plain characters come last, because an escape sequence can start with them.
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

function tokenPattern(token: string): RegExp {
	return new RegExp(Array.from(token, (one) => `(?:${formsOf(one).join('|')})`).join(''), 'g');
}

/** A cheap check that avoids the slow search for escaped forms of the token in most texts. */
export function mayContainToken(text: string, token: string): boolean {
	if (token === '') return false;
	// JSON can contain a numeric token in another notation, such as `1e7`.
	return text.includes(token) || /[\\%&]/.test(text) || !Number.isNaN(Number(token));
}

/** Also redacts the escaped forms of the token. */
export function redactToken(text: string, token: string): string {
	return mayContainToken(text, token) ? text.replace(tokenPattern(token), replacement) : text;
}

/** The longest form of an escaped character is `&#x00002d;`. */
export const maxEscapedLength = 10;

/** A shorter start of a token can be part of an ordinary word, and reveals almost nothing. */
const minStartCharacters = 4;

const incompleteEscape = /^(?:[\\%&][\\#\w]{0,9})?$/;

/** Also redacts the start of a token if the text was cut within the token. */
export function redactCutToken(text: string, token: string): string {
	const redacted = redactToken(text, token);
	const patterns = new Map(
		Array.from(token, (one) => [one, formsOf(one).map((form) => new RegExp(form, 'y'))]),
	);
	const characters = Array.from(token, (one) => patterns.get(one) ?? []);
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

/**
 * Returns whether the text from `start` is the start of the token.
 *
 * @param characters the forms of each character, as sticky patterns
 */
function endsWithin(
	text: string,
	start: number,
	characters: ReadonlyArray<readonly RegExp[]>,
): boolean {
	// An escape sequence can also be plain text: the token `%25` starts with `%` in two ways.
	let positions = [start];
	for (const forms of characters) {
		if (positions.some((position) => incompleteEscape.test(text.slice(position)))) {
			return positions[0] !== start;
		}
		const ends = positions.flatMap((position) =>
			forms.flatMap((form) => {
				form.lastIndex = position;
				return form.test(text) ? [form.lastIndex] : [];
			}),
		);
		if (ends.length === 0) return false;
		positions = [...new Set(ends)];
	}
	return false;
}

/** Modifies the object in place, because copying a large response would block n8n for longer. */
export function redactTokenInJson(json: IDataObject, token: string): void {
	const pattern = tokenPattern(token);
	const number = Number(token);
	const redacted = (value: unknown): unknown => {
		if (typeof value === 'string') return value.replace(pattern, replacement);
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
			const redactedKey = key.replace(pattern, replacement);
			if (redactedKey !== key) delete record[key];
			record[redactedKey] = value;
		}
	};
	redactRecord(json);
}
