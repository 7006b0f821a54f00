import { bodyLimits, type BodyLimits, maxDepth } from './responseLimits';

/** The limit that a response exceeds. */
export interface ExceededLimit {
	limit: 'bytes' | 'depth' | 'values';
	max: number;
	/** Whether the limit is the one of a contact, in a response with several. */
	isContact?: true;
}

/** Positions of characters in the text. */
interface Range {
	start: number;
	end: number;
}

export interface JsonOutline {
	/** Parts of the list in `data`, which can be parsed one after another. Empty for short lists. */
	parts: Range[];
	exceeded?: ExceededLimit;
}

/** A part ends after this number of characters or values, if a contact ends there. */
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

/**
 * Counts the levels and values of a JSON text before it is parsed, and divides a long list of
 * contacts into parts. No part is larger than one contact may be, so that parsing a part never
 * blocks n8n for long. Texts that aren't JSON have an outline, too.
 */
export function outlineOf(text: string, { maxValues }: BodyLimits): JsonOutline {
	const { maxBytes: maxPartCharacters, maxValues: maxPartValues } = bodyLimits.contact;
	const cuts: number[] = [];
	let list: Range | undefined;
	let isInList = false;
	let depth = 0;
	let values = 0;
	let partStart = 0;
	let valuesBeforePart = 0;
	const startPart = (position: number) => {
		partStart = position;
		valuesBeforePart = values;
	};
	const exceeding = (exceeded: ExceededLimit): JsonOutline => ({ parts: [], exceeded });
	for (let position = 0; position < text.length; position += 1) {
		switch (text.charCodeAt(position)) {
			case quotationMark:
				position = endOfString(text, position);
				break;
			case comma:
				values += 1;
				if (
					isInList &&
					depth === 2 &&
					(position - partStart > partCharacters || values - valuesBeforePart > partValues)
				) {
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
				if (depth > maxDepth) return exceeding({ limit: 'depth', max: maxDepth });
				if (depth === 2 && list === undefined && isData(text, position)) {
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
	}
	if (cuts.length === 0 || list === undefined || isInList) return { parts: [] };
	const starts = [list.start, ...cuts.map((cut) => cut + 1)];
	const ends = [...cuts, list.end];
	return { parts: starts.map((start, index) => ({ start, end: ends[index] ?? start })) };
}

/** Returns the position of the closing quotation mark. */
function endOfString(text: string, start: number): number {
	let end = text.indexOf('"', start + 1);
	while (end !== -1) {
		let backslashes = 0;
		while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1;
		if (backslashes % 2 === 0) return end;
		end = text.indexOf('"', end + 1);
	}
	return text.length;
}

/** Whether the bracket at the position opens the list in the property `data`. */
function isData(text: string, position: number): boolean {
	const maxSpaces = 20;
	const before = text.slice(Math.max(0, position - maxSpaces), position);
	return text.charCodeAt(position) === openingBracket && /"data"\s*:\s*$/.test(before);
}
