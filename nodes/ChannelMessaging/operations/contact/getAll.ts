import { findAllContacts } from '../../channel/findAllContacts';
import {
	contactSearchFields,
	readContactSearch,
	type ContactSearch,
} from '../../fields/contactSearch';
import { optionsField, readCallSettings, timeoutOption } from '../../fields/options';
import { defineOperation, type Plan } from '../operation';

interface GetAllPlan extends Plan {
	search: ContactSearch;
}

/** Section 4.2, page after page. */
export const getAll = defineOperation<GetAllPlan>({
	resource: 'contact',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many contacts',
	description: 'Find contacts by the value of a custom field',
	wording: { things: 'searches', participle: 'made' },
	repetition: 'reads',
	properties: [...contactSearchFields, optionsField([timeoutOption])],
	read: (parameters) => ({
		search: readContactSearch(parameters),
		settings: readCallSettings(parameters),
	}),
	perform: async (channel, { search }) => await findAllContacts(channel, search),
});
