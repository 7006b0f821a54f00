import type { Given } from '../given';
import { ParameterError } from '../parameterError';

const expressionAdvice =
	'Check the expression of this parameter and the data of the item that it reads.';

/** Characters of a value that a message repeats at most. */
const longestQuote = 60;

/** A value in quotes, as a message repeats it. */
export function quoted(text: string): string {
	const characters = Array.from(text);
	if (characters.length <= longestQuote) return `'${text}'`;
	return `'${characters.slice(0, longestQuote).join('')}…'`;
}

/** How a value that isn't text is called in a message to the user. */
export function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/**
 * A value as text that goes out exactly as it is meant. Numbers and booleans, which expressions often
 * give, become text; everything else that isn't text is refused.
 */
export function readText({ value, subject }: Given): string {
	if (value === undefined || value === null) {
		throw new ParameterError(`${subject} has no value`, expressionAdvice);
	}
	if (typeof value === 'boolean') return String(value);
	if (typeof value === 'number') return readNumberAsText(value, subject);
	if (typeof value !== 'string') {
		throw new ParameterError(
			`${subject} is ${kindOf(value)}, but must be text`,
			`${expressionAdvice} To send a list or an object as text, use JSON.stringify() in the expression.`,
		);
	}
	if (/\p{Surrogate}/u.test(value)) {
		throw new ParameterError(
			`${subject} contains half a character, which can't be sent`,
			'Shortening the text probably cut an emoji in two. Shorten it elsewhere.',
		);
	}
	return value;
}

function readNumberAsText(value: number, subject: string): string {
	if (!Number.isFinite(value)) {
		throw new ParameterError(`${subject} is not a number that can be sent`, expressionAdvice);
	}
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
		throw new ParameterError(
			`${subject} is too large a number to be exact`,
			'Its last digits are already lost. Have the earlier node give it as text.',
		);
	}
	return String(value);
}

/** Like `readText`, for parameters that must not be empty. */
export function readFilledText({ value, subject }: Given): string {
	const text = readText({ value: value ?? '', subject });
	if (text.trim() === '') {
		throw new ParameterError(
			`${subject} is empty`,
			'Enter a value, or check the expression and the data of the item that it reads.',
		);
	}
	return text;
}
