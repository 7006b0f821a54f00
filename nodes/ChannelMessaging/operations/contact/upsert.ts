import { type CustomFieldAssignment, limits } from '../../client/model';
import type { CustomFieldReference } from '../../phoneNumbers/customFieldReference';
import { customFieldMatchFields, readCustomFieldMatch } from '../../parameters/contact';
import {
	customFieldsFields,
	customFieldsOptions,
	readCustomFields,
} from '../../parameters/customFields';
import { retryWhenUnsureOption } from '../../parameters/options';
import { ParameterError } from '../../parameters/parameter';
import { readTagsOption, tagsOption } from '../../parameters/tags';
import { assertMaxItems } from '../../parameters/textList';
import { addTagsToSaved, createContactWithTags } from '../chunkedRequests';
import { defineOperation } from '../operation';

/**
 * Creates a contact, or updates it if it exists.
 *
 * 1. Finds the contact (section 4.2, Find contacts by custom field).
 * 2. Updates its custom fields (section 4.4, Update contact by ID), or creates the contact (section
 * 4.7, Create contact).
 * 3. Adds tags (section 4.5, Add tags).
 */
export const upsert = defineOperation({
	resource: 'contact',
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update contact',
	description: 'Create a new contact, or update the current one if it already exists (upsert)',
	wording: { noun: 'contacts', pastParticiple: 'saved' },
	repetition: 'harmless',
	properties: [...customFieldMatchFields, ...customFieldsFields(0)],
	options: [...customFieldsOptions, retryWhenUnsureOption, tagsOption],
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
				// Checks whether the contact still exists, because no other request for this item would
				// detect that it was deleted.
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

/**
 * Removes spaces around the custom field value that identifies the contact. Otherwise, the next
 * search wouldn't find the contact.
 */
function withMatchedValue(
	field: CustomFieldAssignment,
	{ name, value }: CustomFieldReference,
): CustomFieldAssignment {
	return field.name === name && field.value.trim() === value ? { name, value } : field;
}

/**
 * Returns the custom fields of a new contact, including the value that identifies the contact.
 * Throws `ParameterError` if a field has two different values, or if there are too many fields.
 */
function readNewValues(
	{ name, value }: CustomFieldReference,
	changes: CustomFieldAssignment[],
): CustomFieldAssignment[] {
	const parameterValue = changes.find((change) => change.name === name);
	if (parameterValue === undefined) {
		return assertMaxItems({
			entries: [{ name, value }, ...changes],
			owner: "'Match On' makes",
			noun: 'custom fields for a new contact',
			maxCount: limits.customFieldsPerRequest,
		});
	}
	if (parameterValue.value === value) return changes;
	throw new ParameterError(
		`'Match Value' and the custom field ${name} have different values`,
		`Leave ${name} out of the custom fields. The node sets it to 'Match Value'.`,
	);
}
