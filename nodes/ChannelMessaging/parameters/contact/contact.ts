import type { INodeProperties } from 'n8n-workflow';

import { canBeIdentifier } from '../../api/identifier';
import { isRecord } from '../../api/record';
import type { ContactReference } from '../../contacts/contactReference';
import { readFieldValue } from '../options/phoneNumbers';
import { ParameterError, type Parameters } from '../parameter';
import { readFilledText } from '../values/text';

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
			hint: 'The ID from the output of Create, Create or Update, Get, or Get Many',
		},
		{
			displayName: 'Phone',
			name: 'phone',
			type: 'string',
			placeholder: 'e.g. +34600000001',
			hint: "Written just as in the contact's custom field phone, or with the option 'Clean Phone Numbers'",
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

/** The contact that is meant. Plain text, which a tool or an expression may give, is its ID. */
export function readContact(parameters: Parameters): ContactReference {
	const { value: given, subject } = parameters.given(contactField);
	const { mode, value } = isRecord(given) ? given : { mode: 'id', value: given };
	const text = readFilledText({ value, subject });
	const by = (name: string, written: string): ContactReference => ({
		kind: 'customField',
		name,
		value: readFieldValue(parameters, name, { value: written, subject }),
	});
	if (mode === 'phone' || mode === 'email') return by(mode, text);
	if (mode === 'customField') return by(...readAssignment(text, subject));
	if (canBeIdentifier(text)) return { kind: 'id', contactId: text };
	throw new ParameterError(
		`${subject} is '${text}', which can't be an ID`,
		'Take the ID from the output of Create, Get or Get Many.',
	);
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
