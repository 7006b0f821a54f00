import { contactField, readContact } from '../../parameters/contactLocator';
import { ifContactNotFoundOption } from '../../parameters/ifContactNotFound';
import { defineOperation } from '../operation';

export const get = defineOperation({
	resource: 'contact',
	value: 'get',
	name: 'Get',
	action: 'Get contact',
	description: 'Retrieve a contact',
	wording: { noun: 'contacts', pastParticiple: 'retrieved' },
	repetition: 'reads',
	properties: [contactField],
	options: [ifContactNotFoundOption],
	prepare: (parameters) => ({
		kind: 'contact',
		contact: readContact(parameters),
		perform: async ({ channel, contactId }) => [
			{ ...(await channel.getContact(contactId)), contactId },
		],
	}),
});
