import { isBlank } from '../texts/visibleText';
import { assertWholeCharacters } from './cutCharacter';
import { dateText } from './dateObject';
import { checkExpression, ParameterError } from './parameterError';
import type { ParameterValue } from './parameterTypes';
import { kindOf } from './quoted';
import { assertExact } from './roundedNumber';
import { assertResolved } from './expressions/expressionInFixedText';

/**
 * Converts numbers, booleans, and dates to text, because expressions often return them. Missing
 * values become empty text.
 */
export function readText(parameter: ParameterValue): string {
	assertResolved(parameter);
	const { label } = parameter;
	const date = dateText(parameter.value);
	if (date === null) {
		throw new ParameterError(`${label} is an invalid date`, checkExpression);
	}
	const value = date ?? parameter.value;
	if (value === undefined || value === null) return '';
	if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
		throw new ParameterError(
			`${label} is ${kindOf(value)}, but must be text`,
			`${checkExpression} To send a list or an object as text, use JSON.stringify() in the expression.`,
		);
	}
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw new ParameterError(
			`${label} is '${String(value)}', which is not a valid number`,
			checkExpression,
		);
	}
	assertExact(value, label);
	const text = String(value);
	assertWholeCharacters(text, label);
	return text;
}

/** @param BlankError the class of the error to throw if the text is blank */
export function readFilledText(parameter: ParameterValue, BlankError = ParameterError): string {
	const text = readText(parameter);
	if (!isBlank(text)) return text;
	throw new BlankError(
		`${parameter.label} is empty`,
		'Enter a value, or check the expression and the data of the item that it reads.',
	);
}
