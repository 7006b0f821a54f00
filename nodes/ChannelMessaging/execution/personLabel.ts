import type { IDataObject } from 'n8n-workflow';

import { escapedError } from '../texts/escapedText';
import { shortened } from '../texts/shortenedText';
import { foldedName } from '../texts/foldedName';
import { isBlank } from '../texts/visibleText';
import type { Recipient } from './recipient';

/** Input fields that can identify a person, in order of preference. */
const personFields = [
	['name'],
	['fullname'],
	['contactname'],
	['firstname', 'lastname'],
	['phone'],
	['phonenumber'],
	['mobile'],
	['email'],
] as const;

/**
 * Returns the contact's name, or else a name, phone number, or email address from the input item.
 * Any of these texts may have been entered by strangers.
 */
export function personLabelOf(
	recipient: Recipient | undefined,
	input: IDataObject,
): string | undefined {
	const { contactName = '', matchValue = '' } = recipient ?? {};
	const fields = new Map(Object.keys(input).map((name) => [foldedName(name), input[name]]));
	const texts = personFields.map((names) =>
		names
			.map((name) => textOf(fields.get(name)))
			.filter((text) => !isBlank(text))
			.join(' '),
	);
	return [textOf(contactName), ...texts, textOf(matchValue)].find((text) => !isBlank(text));
}

function textOf(value: unknown): string {
	if (typeof value !== 'string' && typeof value !== 'number') return '';
	return escapedError(shortened(String(value)).replace(/\s+/g, ' ')).trim();
}
