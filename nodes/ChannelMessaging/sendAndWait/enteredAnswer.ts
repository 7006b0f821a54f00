import { isRecord } from '../client/isRecord';
import { isBlank } from '../texts/visibleText';
import type { FieldEntry } from './fieldEntry';
import { inputName } from './formField';
import { maxFields, maxKeptCharacters } from './questionLimits';
import type { WrittenNumbers } from './writtenNumbers';

/** An answer as shown on the confirmation page. */
export interface EnteredAnswer {
	label: string;
	text: string;
}

/** Omits empty answers. Numbers are shown as they were parsed. */
export function enteredAnswers(
	entries: readonly FieldEntry[],
	numbers: WrittenNumbers,
): EnteredAnswer[] {
	return entries
		.filter(({ values }) => values.length > 0)
		.map(({ field: { label, type }, values }) => {
			const text = [...new Set(values)].join(', ');
			const number = type === 'number' ? numbers.read(text) : undefined;
			return { label, text: number === undefined ? text : numbers.write(number) };
		});
}

/**
 * Returns the answers from a form that was submitted too late, so that the contact can copy them.
 * Labels aren't included, because the form may belong to a different question in a loop.
 */
export function unsentTexts(body: unknown): string[] {
	const texts: string[] = [];
	if (!isRecord(body)) return texts;
	let length = 0;
	for (let index = 0; index < maxFields; index += 1) {
		const text = body[inputName(index)];
		if (typeof text !== 'string') continue;
		length += text.length;
		if (length > maxKeptCharacters) break;
		if (!isBlank(text)) texts.push(text);
	}
	return texts;
}
