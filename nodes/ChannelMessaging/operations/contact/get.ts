import { contactIdField, readContactId } from '../../fields/contactId';
import { optionsField, readCallSettings, timeoutOption } from '../../fields/options';
import { defineOperation, type Plan } from '../operation';

interface GetPlan extends Plan {
	contactId: string;
}

/** Section 4.3. */
export const get = defineOperation<GetPlan>({
	resource: 'contact',
	value: 'get',
	name: 'Get',
	action: 'Get contact',
	description: 'Retrieve a contact by its identifier',
	wording: { things: 'contacts', participle: 'retrieved' },
	properties: [contactIdField, optionsField([timeoutOption])],
	read: (parameters) => ({
		contactId: readContactId(parameters),
		settings: readCallSettings(parameters),
	}),
	perform: async (channel, { contactId }) => [await channel.getContact(contactId)],
});
