import type { IDataObject } from 'n8n-workflow';

import { isRecord } from './model';
import { TokenSearch } from './tokenSearch';

const replacement = '(token)';

/** A cheap check that avoids a walk through most responses. */
export function mayContainToken(text: string, token: string): boolean {
	if (token === '') return false;
	// JSON can contain a numeric token in another notation, such as `1e7`.
	return (
		/[\\%&]/.test(text) ||
		!Number.isNaN(Number(token)) ||
		new TokenSearch(token).rangesIn(text).length > 0
	);
}

/** Also redacts the escaped forms of the token. */
export function redactToken(text: string, token: string): string {
	return redacted(text, new TokenSearch(token));
}

function redacted(text: string, search: TokenSearch): string {
	let result = '';
	let end = 0;
	for (const range of search.rangesIn(text)) {
		result += text.slice(end, range.start) + replacement;
		end = range.end;
	}
	return result + text.slice(end);
}

/** A shorter start of a token can be part of an ordinary word, and reveals almost nothing. */
const minStartCharacters = 4;

/** Also redacts the start of a token if the text was cut within the token. */
export function redactCutToken(text: string, token: string): string {
	const search = new TokenSearch(token);
	const whole = redactToken(text, token);
	const start = search.startAtEndOf(whole, minStartCharacters);
	return start === undefined ? whole : whole.slice(0, start) + replacement;
}

/** Modifies the object in place, because copying a large response would block n8n for longer. */
export function redactTokenInJson(json: IDataObject, token: string): void {
	const search = new TokenSearch(token);
	const number = Number(token);
	const redactedValue = (value: unknown): unknown => {
		if (typeof value === 'string') return redacted(value, search);
		if (value === number) return replacement;
		if (Array.isArray(value)) {
			for (const [index, entry] of value.entries()) value[index] = redactedValue(entry);
		} else if (isRecord(value)) {
			redactRecord(value);
		}
		return value;
	};
	const redactRecord = (record: Record<string, unknown>) => {
		for (const key of Object.keys(record)) {
			const value = redactedValue(record[key]);
			const redactedKey = redacted(key, search);
			if (redactedKey !== key) delete record[key];
			record[redactedKey] = value;
		}
	};
	redactRecord(json);
}
