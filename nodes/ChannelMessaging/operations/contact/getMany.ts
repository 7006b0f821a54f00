import { contactIdOf } from '../../client/model';
import { findAllContacts } from '../../contacts/findContacts';
import { contactSearchFields, readContactSearch } from '../../parameters/contactSearch';
import { mapInSlices, sharedTimeSlicer } from '../../scheduling/timeSlicer';
import { defineOperation } from '../operation';

export const getAll = defineOperation({
	resource: 'contact',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many contacts',
	description: 'Find contacts by the value of a custom field',
	wording: { noun: 'searches', pastParticiple: 'made' },
	repetition: 'reads',
	properties: contactSearchFields,
	prepare(parameters) {
		const search = readContactSearch(parameters);
		return {
			kind: 'simple',
			customFields: [search.match],
			async perform(channel, kept) {
				const contacts = await findAllContacts(channel, search.match, search.limit, kept);
				return await mapInSlices(contacts, sharedTimeSlicer.slice(), (contact) => {
					const contactId = contactIdOf(contact);
					return contactId === undefined ? contact : { ...contact, contactId };
				});
			},
		};
	},
});
