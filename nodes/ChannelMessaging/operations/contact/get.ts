import { contactField, readContact } from '../../fields/contact';
import { optionsField, readCallSettings, timeoutOption } from '../../fields/options';
import { defineContactOperation } from '../operation';

/** Section 4.3. */
export const get = defineContactOperation({
	resource: 'contact',
	value: 'get',
	name: 'Get',
	action: 'Get contact',
	description: 'Retrieve a contact',
	wording: { things: 'contacts', participle: 'retrieved' },
	repetition: 'reads',
	properties: [contactField, optionsField([timeoutOption])],
	read: (parameters) => ({
		contact: readContact(parameters),
		settings: readCallSettings(parameters),
	}),
	perform: async (channel, contactId) => [await channel.getContact(contactId)],
});
