import type { IDataObject } from 'n8n-workflow';

import { withEscapes } from '../../texts/escapedText';
import { ParameterError } from '../parameterError';
import type { ParameterValue } from '../parameterTypes';
import { readFilledText } from '../readText';
import { similarInputField } from '../expressions/similarInputField';

/**
 * The error for an item that specifies no contact, for example because a spreadsheet row has no
 * phone number.
 */
export class MissingContactError extends ParameterError {}

/**
 * Throws if the contact is empty. The error suggests a similar input field, such as `Phone` instead
 * of `phone`.
 */
export function readFilledContact(entered: ParameterValue, input: IDataObject): string {
	const isEmpty = (entered.value ?? '') === '';
	const field = isEmpty ? similarInputField(entered.raw, input) : undefined;
	if (field === undefined) return readFilledText(entered, MissingContactError);
	throw new MissingContactError(
		`${entered.label} is empty`,
		`The item has the field '${withEscapes(field.similar)}', but not '${field.read}'. Clear ${entered.label}, then drag the field from the input.`,
	);
}
