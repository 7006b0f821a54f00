import { contactIdOf } from '../../client/contactId';
import { findAllContacts } from '../../contacts/findAllContacts';
import { customFieldMatchFields, readCustomFieldMatch } from '../../parameters/matchOnField';
import {
	readMaxResults,
	readReturnsAll,
	returnAllFields,
} from '../../parameters/returnAllAndLimit';
import { mapInSlices, sharedTimeSlicer } from '../../scheduling/timeSlicer';
import { defineOperation } from '../operation';
import { incompleteListHint } from './incompleteListHint';

export const getMany = defineOperation({
	resource: 'contact',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many contacts',
	description: 'Find contacts by the value of a custom field',
	wording: { noun: 'searches', pastParticiple: 'made' },
	repetition: 'reads',
	properties: [...customFieldMatchFields, ...returnAllFields],
	prepare(parameters) {
		const returnsAll = readReturnsAll(parameters);
		const match = readCustomFieldMatch(parameters);
		const limit = returnsAll ? Infinity : readMaxResults(parameters);
		return {
			kind: 'simple',
			customFields: [match],
			async perform({ channel, memory, addHint }) {
				const { contacts, contradiction } = await findAllContacts(channel, match, limit, memory);
				if (contradiction !== undefined) addHint?.(incompleteListHint(match, contradiction));
				return await mapInSlices(contacts, sharedTimeSlicer.slice(), (contact) => {
					const contactId = contactIdOf(contact);
					return contactId === undefined ? contact : { ...contact, contactId };
				});
			},
		};
	},
});
