import { sharedTimeSlicer, type TimeSlice } from '../scheduling/timeSlicer';
import { bodyLimits, type BodyLimits, maxLevels } from './responseLimits';

export interface ExceededLimit {
	limit: 'bytes' | 'contacts' | 'depth' | 'values';
	max: number;
	/** Set if the limit is exceeded by a single contact rather than by the whole response. */
	isContact?: true;
}

/** A range of character positions with an exclusive end. */
interface Range {
	start: number;
	end: number;
}

export interface ScannedJson {
	/** Sections of the list in `data` that can be parsed separately. Empty for short lists. */
	parts: Range[];
	exceeded?: ExceededLimit;
}

/** A part ends after the contact with which it exceeds one of these limits. */
const partCharacters = 64 * 1_024;
const partValues = 1_000;

const quotationMark = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openingBracket = 0x5b;
const closingBracket = 0x5d;
const openingBrace = 0x7b;
const closingBrace = 0x7d;

const listKey = '"data"';

/**
 * Counts levels and values before the JSON is parsed, and splits long lists of contacts so that
 * parsing a single part doesn't block n8n for long. Doesn't validate the JSON.
 */
export async function scanJson(
	text: string,
	{ maxContacts = Infinity, maxValues }: BodyLimits,
	slice: TimeSlice = sharedTimeSlicer.slice(),
): Promise<ScannedJson> {
	const { maxBytes: maxPartCharacters, maxValues: maxPartValues } = bodyLimits.contact;
	const cuts: number[] = [];
	let list: Range | undefined;
	let isInList = false;
	let depth = 0;
	let values = 0;
	let contacts = 1;
	let key: Range = { start: 0, end: 0 };
	let partStart = 0;
	let valuesBeforePart = 0;
	let nextPause = partCharacters;
	const startPart = (position: number) => {
		partStart = position;
		valuesBeforePart = values;
	};
	const exceeding = (exceeded: ExceededLimit): ScannedJson => ({ parts: [], exceeded });
	for (let position = 0; position < text.length; position += 1) {
		switch (text.charCodeAt(position)) {
			case quotationMark: {
				const end = endOfString(text, position, maxPartCharacters);
				if (depth === 1) key = { start: position, end: end + 1 };
				position = end;
				break;
			}
			case comma:
				values += 1;
				if (!isInList || depth !== 2) break;
				contacts += 1;
				if (contacts > maxContacts) return exceeding({ limit: 'contacts', max: maxContacts });
				if (position - partStart > partCharacters || values - valuesBeforePart > partValues) {
					cuts.push(position);
					startPart(position + 1);
				}
				break;
			case colon:
				values += 1;
				break;
			case openingBracket:
			case openingBrace:
				values += 1;
				depth += 1;
				if (depth > maxLevels) return exceeding({ limit: 'depth', max: maxLevels });
				if (depth === 2 && list === undefined && isListOf(text, key, position)) {
					isInList = true;
					startPart(position + 1);
					list = { start: position + 1, end: position + 1 };
				}
				break;
			case closingBracket:
			case closingBrace:
				depth -= 1;
				if (isInList && depth === 1 && list !== undefined) {
					list.end = position;
					isInList = false;
					startPart(position);
				}
		}
		if (values > maxValues) return exceeding({ limit: 'values', max: maxValues });
		if (values - valuesBeforePart > maxPartValues) {
			return exceeding({ limit: 'values', max: maxPartValues, isContact: true });
		}
		if (position - partStart > maxPartCharacters) {
			return exceeding({ limit: 'bytes', max: maxPartCharacters, isContact: true });
		}
		if (position > nextPause) {
			nextPause = position + partCharacters;
			if (slice.isOver()) await slice.next();
		}
	}
	if (cuts.length === 0 || list === undefined || isInList) return { parts: [] };
	const starts = [list.start, ...cuts.map((cut) => cut + 1)];
	const ends = [...cuts, list.end];
	return { parts: starts.map((start, index) => ({ start, end: ends[index] ?? start })) };
}

/**
 * Returns the position of the closing quotation mark. If the string is too long, the result may be
 * the position of an escaped quotation mark, which doesn't matter because the text is rejected
 * anyway.
 */
function endOfString(text: string, start: number, maxCharacters: number): number {
	let end = text.indexOf('"', start + 1);
	while (end !== -1) {
		if (end - start > maxCharacters) return end;
		let backslashes = 0;
		while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1;
		if (backslashes % 2 === 0) return end;
		end = text.indexOf('"', end + 1);
	}
	return text.length;
}

/** Returns whether the bracket at this position opens the list in `data`. */
function isListOf(text: string, key: Range, position: number): boolean {
	if (text.charCodeAt(position) !== openingBracket) return false;
	if (text.slice(key.start, key.end) !== listKey) return false;
	// The maximum length of the colon and the white space between the key and its list.
	const maxSpaces = 20;
	return position - key.end <= maxSpaces && text.slice(key.end, position).trim() === ':';
}
