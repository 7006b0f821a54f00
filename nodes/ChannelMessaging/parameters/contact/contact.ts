import type { INodeProperties } from 'n8n-workflow';

import { canBeIdentifier, type ChannelType } from '../../api/identifier';
import { isRecord } from '../../api/record';
import type { ContactReference } from '../../contacts/contactReference';
import { readFieldValue } from '../options/phoneNumbers';
import { type ItemParameters, ParameterError } from '../parameter';
import { quoted, readFilledText } from '../values/text';

export const contactField: INodeProperties = {
	displayName: 'Contact',
	name: 'contactId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'By ID takes an ID such as cus_1000457. Phone, Email, and Custom Field take a value that only one contact has.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Search for a contact…',
			hint: 'Search by phone number, email, name, ID, or a custom field such as city=Lugo',
			typeOptions: {
				searchListMethod: 'searchContacts',
				// Not searchFilterRequired: n8n before 2.41 shows that it is loading, for ever.
				searchable: true,
			},
		},
		{
			// n8n's own label of this mode, which it shows whatever the name here.
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. cus_1000457',
			hint: 'The ID from the output of Create, Get, or Get Many',
		},
		{
			displayName: 'Phone',
			name: 'phone',
			type: 'string',
			placeholder: 'e.g. +34600000001',
			hint: "With a country code, unless 'Default Country' is set in the credential or the options",
		},
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			placeholder: 'e.g. ana@example.com',
			hint: "Written just as in the contact's custom field email",
		},
		{
			displayName: 'Custom Field',
			name: 'customField',
			type: 'string',
			placeholder: 'e.g. customerid=10045',
			hint: 'The name of a custom field, an equals sign, and its value',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '[^=]+=[\\s\\S]+',
						errorMessage: 'Enter the name of a custom field, an equals sign, and its value',
					},
				},
			],
		},
	],
};

/** Returns the chosen contact. Plain text, which a tool or an expression may return, is an ID. */
export function readContact(parameters: ItemParameters): ContactReference {
	const { value: given, subject, raw } = parameters.given(contactField);
	const { mode, value } = isRecord(given) ? given : { mode: 'id', value: given };
	const text = readFilledText({ value, subject, raw: isRecord(raw) ? raw.value : raw });
	const by = (name: string, written: string): ContactReference => ({
		kind: 'customField',
		name,
		...readFieldValue(parameters, parameters.phoneNumbers(), name, {
			value: written.trim(),
			subject,
		}),
	});
	if (mode === 'phone' || mode === 'email') return by(mode, text);
	if (mode === 'customField') return by(...readAssignment(text, subject));
	const misread = misreadId(text, parameters.channelType());
	if (misread !== undefined) {
		throw new ParameterError(
			`${subject} is ${quoted(text)}, which looks like ${misread.looksLike}`,
			`Choose '${misread.mode}' as the mode of ${subject}, or enter an ID.`,
		);
	}
	if (canBeIdentifier(text)) return { kind: 'id', contactId: text };
	throw new ParameterError(
		`${subject} is '${text}', which can't be an ID`,
		'Take the ID from the output of Create, Get or Get Many.',
	);
}

/**
 * Returns what a value looks like if it can't be an ID, and the mode that fits it. The ID of a Viber
 * contact may look like anything.
 */
function misreadId(text: string, channelType: ChannelType) {
	if (channelType === 'viber') return undefined;
	const value = text.trim();
	if (/^\+[\d\s().-]*\d[\d\s().-]*$/.test(value)) {
		return { looksLike: 'a phone number', mode: 'Phone' };
	}
	if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) {
		return { looksLike: 'an email address', mode: 'Email' };
	}
	return undefined;
}

/** The name and the value. A value may contain further equals signs; a name can't. */
function readAssignment(text: string, subject: string): [name: string, value: string] {
	const [name = '', ...rest] = text.split('=');
	const value = rest.join('=');
	if (name.trim() === '' || value.trim() === '') {
		throw new ParameterError(
			`${subject} is not a custom field and its value`,
			'Enter the name of a custom field, an equals sign, and its value, such as customerid=10045.',
		);
	}
	return [name.trim(), value];
}
