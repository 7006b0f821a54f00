import type { CustomFieldAssignment } from '../../channel/contact';
import { contactIdField, readContactId } from '../../fields/contactId';
import { customFieldsField, readCustomFields } from '../../fields/customFields';
import { optionsField, readCallSettings, timeoutOption } from '../../fields/options';
import { defineOperation, type Plan } from '../operation';

interface UpdatePlan extends Plan {
	contactId: string;
	customFields: CustomFieldAssignment[];
}

/** Section 4.4. */
export const update = defineOperation<UpdatePlan>({
	resource: 'contact',
	value: 'update',
	name: 'Update',
	action: 'Update contact',
	description: 'Change the values of custom fields of a contact',
	wording: { things: 'contacts', participle: 'updated' },
	properties: [contactIdField, customFieldsField, optionsField([timeoutOption])],
	read: (parameters) => ({
		contactId: readContactId(parameters),
		customFields: readCustomFields(parameters),
		settings: readCallSettings(parameters),
	}),
	perform: async (channel, { contactId, customFields }) => [
		await channel.updateContact(contactId, customFields),
	],
});
