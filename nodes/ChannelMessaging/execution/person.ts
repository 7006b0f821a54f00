import type { IDataObject } from 'n8n-workflow';

import { errorText, shortened } from '../texts/shownText';
import { foldedName } from '../texts/foldedText';
import type { Recipient } from './recipient';

/** Input fields that can name a person, best first. */
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
 * The contact's name, or else a name, phone number, or email address in the input item, all of
 * which strangers can have entered.
 */
export function personOf(recipient: Recipient | undefined, input: IDataObject): string | undefined {
	const { contactName = '', matchValue = '' } = recipient ?? {};
	const fields = new Map(Object.keys(input).map((name) => [foldedName(name), input[name]]));
	const texts = personFields.map((names) =>
		names
			.map((name) => shownText(fields.get(name)))
			.filter(Boolean)
			.join(' '),
	);
	return [shownText(contactName), ...texts, shownText(matchValue)].find((text) => text !== '');
}

function shownText(value: unknown): string {
	if (typeof value !== 'string' && typeof value !== 'number') return '';
	return errorText(shortened(String(value)).replace(/\s+/g, ' ')).trim();
}
