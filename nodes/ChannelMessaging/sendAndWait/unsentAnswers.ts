import { isRecord } from '../client/isRecord';
import { isBlank } from '../texts/visibleText';
import { inputName } from './formField';
import { maxFields, maxKeptCharacters } from './questionSizeLimits';

/**
 * Returns the answers from a form that was submitted too late, so that the contact can copy them.
 * Labels aren't included, because the form may belong to a different question in a loop.
 */
export function unsentAnswers(body: unknown): string[] {
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
