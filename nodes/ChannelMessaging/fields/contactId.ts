import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../channel/record';
import type { ItemParameters } from './itemParameters';
import { ParameterFault } from './parameterFault';
import { readFilledText } from './text';

const label = 'Contact';

export const contactIdField: INodeProperties = {
	displayName: label,
	name: 'contactId',
	type: 'resourceLocator',
	default: { mode: 'id', value: '' },
	required: true,
	description: 'The contact, by the identifier that the service gave it',
	modes: [
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. cus_1000457',
			hint: 'Take it from the output of Create, Get or Get Many',
		},
	],
};

/**
 * What would reach another address: HTTP clients take `.` and `..` out of a path, even when they are
 * encoded, and the search for contacts has the path of a contact with its name (section 4.2).
 */
const notIdentifiers = new Set(['.', '..', 'by_custom_field']);

/** The identifier of the item's contact. A resource locator and plain text mean the same. */
export function readContactId(parameters: ItemParameters): string {
	const value = parameters.value(contactIdField.name);
	const contactId = readFilledText(isRecord(value) ? value.value : value, `'${label}'`);
	if (notIdentifiers.has(contactId)) {
		throw new ParameterFault(
			`'${label}' is '${contactId}', which cannot be an identifier`,
			'Take the identifier from the output of Create, Get or Get Many.',
		);
	}
	return contactId;
}
