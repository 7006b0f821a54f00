import type { CustomFieldAssignment } from '../../channel/contact';
import { contactField, readContact } from '../../fields/contact';
import { customFieldsField, readCustomFields } from '../../fields/customFields';
import { optionsField, readCallSettings, timeoutOption } from '../../fields/options';
import { type ContactPlan, defineContactOperation } from '../operation';

interface UpdatePlan extends ContactPlan {
	customFields: CustomFieldAssignment[];
}

/** Section 4.4. */
export const update = defineContactOperation<UpdatePlan>({
	resource: 'contact',
	value: 'update',
	name: 'Update',
	action: 'Update contact',
	description: 'Change the values of custom fields of a contact',
	wording: { things: 'contacts', participle: 'updated' },
	properties: [contactField, customFieldsField, optionsField([timeoutOption])],
	read: (parameters) => ({
		contact: readContact(parameters),
		customFields: readCustomFields(parameters),
		settings: readCallSettings(parameters),
	}),
	perform: async (channel, contactId, { customFields }) => [
		await channel.updateContact(contactId, customFields),
	],
});
