import type { IDataObject } from 'n8n-workflow';

import { errorText, shortened } from '../texts/shownText';
import { foldedName } from '../texts/foldedText';
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
 * Strangers may have entered any of these texts.
 */
export function personNameOf(
	recipient: Recipient | undefined,
	input: IDataObject,
): string | undefined {
	const { contactName = '', matchValue = '' } = recipient ?? {};
	const fields = new Map(Object.keys(input).map((name) => [foldedName(name), input[name]]));
	const texts = personFields.map((names) =>
		names
			.map((name) => shownText(fields.get(name)))
			.filter((text) => !isBlank(text))
			.join(' '),
	);
	return [shownText(contactName), ...texts, shownText(matchValue)].find((text) => !isBlank(text));
}

function shownText(value: unknown): string {
	if (typeof value !== 'string' && typeof value !== 'number') return '';
	return errorText(shortened(String(value)).replace(/\s+/g, ' ')).trim();
}
