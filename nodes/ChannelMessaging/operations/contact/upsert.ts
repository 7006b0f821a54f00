import { type CustomFieldAssignment, limits } from '../../client/model';
import type { CustomFieldReference } from '../../contacts/findContact';
import { customFieldMatchFields, readCustomFieldMatch } from '../../parameters/contact';
import {
	customFieldsFields,
	customFieldsOptions,
	readCustomFields,
} from '../../parameters/customFields';
import { resendWhenUnsureOption } from '../../parameters/options';
import { ParameterError } from '../../parameters/parameter';
import { readTagsOption, tagsOption } from '../../parameters/tags';
import { assertMaxItems } from '../../parameters/textList';
import { addTagsToSaved, createContactWithTags } from '../chunkedRequests';
import { defineOperation } from '../operation';

/**
 * Sections 4.2 (Find contacts by custom field), 4.4 (Update contact by ID), 4.7 (Create contact) and
 * 4.5 (Add tags): finds the contact, then updates it where there is something to change, or creates it
 * where there is none.
 */
export const upsert = defineOperation({
	resource: 'contact',
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update contact',
	description: 'Create a new contact, or update the current one if it already exists (upsert)',
	wording: { things: 'contacts', participle: 'saved' },
	repetition: 'harmless',
	properties: [...customFieldMatchFields, ...customFieldsFields(0)],
	options: [...customFieldsOptions, resendWhenUnsureOption, tagsOption],
	prepare(parameters) {
		const match = readCustomFieldMatch(parameters, parameters.phoneNumbers());
		const fields = assertMaxItems(readCustomFields(parameters, 0));
		const changes = fields.map((field) => withMatchedValue(field, match));
		const tags = readTagsOption(parameters);
		const values = readNewValues(match, changes);
		return {
			kind: 'upsert',
			match,
			async perform(channel, contact) {
				if (contact.kind === 'missing') {
					const created = await createContactWithTags(channel, values, tags, contact);
					return [{ ...created, action: 'created' }];
				}
				const { contactId } = contact;
				const isUnchanged = changes.length === 0 && tags.length === 0;
				// No other request would show that the contact was deleted.
				if (isUnchanged && contact.isRemembered) await channel.getContact(contactId);
				const done = changes.length > 0 ? 'updated' : undefined;
				const updated = done && (await channel.updateContact(contactId, changes));
				await addTagsToSaved(channel, contactId, done, tags);
				const action = isUnchanged ? 'unchanged' : 'updated';
				return [{ id: contactId, ...updated, contactId, action }];
			},
		};
	},
});

/** Spaces around the value would keep the next search from finding the contact. */
function withMatchedValue(
	field: CustomFieldAssignment,
	{ name, value }: CustomFieldReference,
): CustomFieldAssignment {
	return field.name === name && field.value.trim() === value ? { name, value } : field;
}

/** For a new contact: what the user wants to set, and the custom field by which it is found next time. */
function readNewValues(
	{ name, value }: CustomFieldReference,
	changes: CustomFieldAssignment[],
): CustomFieldAssignment[] {
	const given = changes.find((change) => change.name === name);
	if (given === undefined) {
		return assertMaxItems({
			entries: [{ name, value }, ...changes],
			holder: "'Match On' makes",
			things: 'custom fields for a new contact',
			cap: limits.customFieldsPerRequest,
		});
	}
	if (given.value === value) return changes;
	throw new ParameterError(
		`'Match Value' and the custom field ${name} have different values`,
		`Leave ${name} out of the custom fields: a new contact gets it from 'Match Value'.`,
	);
}
