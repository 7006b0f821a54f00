import { type CustomFieldAssignment, identifierOf } from '../../api/contact';
import { limits } from '../../api/limits';
import type { CustomFieldReference } from '../../contacts/contactReference';
import {
	customFieldMatchFields,
	readCustomFieldMatch,
} from '../../parameters/contact/customFieldMatch';
import {
	customFieldsFields,
	customFieldsOptions,
	readCustomFields,
} from '../../parameters/customFields/customFields';
import { resendWhenUnsureOption } from '../../parameters/options/options';
import { ParameterError } from '../../parameters/parameterError';
import { describeResponse } from '../../texts/oddResponseText';
import { defineOperation } from '../operation';

/**
 * Sections 4.2 (Find contacts by custom field), 4.4 (Update contact by ID) and 4.7 (Create contact):
 * finds the contact, then updates it, or creates it where there is none.
 */
export const upsert = defineOperation({
	resource: 'contact',
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update contact',
	description: 'Create a new contact, or update the current one if it already exists (upsert)',
	wording: { things: 'contacts', participle: 'saved' },
	repetition: 'harmless',
	properties: [...customFieldMatchFields, ...customFieldsFields],
	options: [...customFieldsOptions, resendWhenUnsureOption],
	prepare(parameters) {
		const match = readCustomFieldMatch(parameters);
		const changes = readCustomFields(parameters);
		const values = readNewValues(match, changes);
		return {
			kind: 'forMatch',
			match,
			async perform(channel, contact) {
				if (contact.kind === 'existing') {
					const updated = await channel.updateContact(contact.contactId, changes);
					return [{ id: contact.contactId, ...updated, action: 'updated' }];
				}
				contact.creating();
				const response = await channel.createContact(values);
				const created = describeResponse(
					response,
					'The contact was created, but its ID could not be read',
				);
				contact.created(identifierOf(created));
				return [{ ...created, action: 'created' }];
			},
		};
	},
});

/** For a new contact: what the user wants to set, and the custom field by which it is found next time. */
function readNewValues(
	match: CustomFieldReference,
	changes: CustomFieldAssignment[],
): CustomFieldAssignment[] {
	const given = changes.find(({ name }) => name === match.name);
	if (given !== undefined && given.value !== match.value) {
		throw new ParameterError(
			`'Field Value' and the custom field ${match.name} have different values`,
			`Leave ${match.name} out of the custom fields: a new contact gets it from 'Field Value'.`,
		);
	}
	const values =
		given === undefined ? [{ name: match.name, value: match.value }, ...changes] : changes;
	if (values.length > limits.customFieldsPerRequest) {
		throw new ParameterError(
			`'Field Name' makes ${String(values.length)} custom fields for a new contact, but the service takes at most ${String(limits.customFieldsPerRequest)}`,
			'Remove one, or set it with Update afterwards.',
		);
	}
	return values;
}
