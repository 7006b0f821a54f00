import type { CustomFieldAssignment } from '../../channel/contact';
import { contactField, readContact } from '../../fields/contact';
import {
	customFieldsFields,
	customFieldsOptions,
	readCustomFieldParts,
} from '../../fields/customFields';
import { optionsField, readCallSettings, timeoutOption } from '../../fields/options';
import { splitOption } from '../../fields/parts';
import { inParts } from '../inParts';
import { type ContactPlan, defineContactOperation } from '../operation';

interface UpdatePlan extends ContactPlan {
	/** As many as there are calls to make. */
	parts: CustomFieldAssignment[][];
}

/** Section 4.4. */
export const update = defineContactOperation<UpdatePlan>({
	resource: 'contact',
	value: 'update',
	name: 'Update',
	action: 'Update contact',
	description: 'Change the values of custom fields of a contact',
	wording: { things: 'contacts', participle: 'updated' },
	repetition: 'harmless',
	properties: [
		contactField,
		...customFieldsFields,
		optionsField([...customFieldsOptions, splitOption, timeoutOption]),
	],
	read: (parameters) => ({
		contact: readContact(parameters),
		parts: readCustomFieldParts(parameters),
		settings: readCallSettings(parameters),
	}),
	perform: async (channel, contactId, { parts }) => [
		await inParts(
			parts,
			'custom fields',
			async (customFields) => await channel.updateContact(contactId, customFields),
		),
	],
});
