import { keepOwnFieldValues } from '../../parameters/keepOwnFieldValues';
import { contactField, readContact } from '../../parameters/contactLocator';
import {
	customFieldsFields,
	customFieldsOptions,
	readCustomFields,
} from '../../parameters/customFields';
import { ifContactNotFoundOption } from '../../parameters/ifContactNotFound';
import { defineOperation } from '../operation';
import { sendInChunks } from '../sendInChunks';

export const update = defineOperation({
	resource: 'contact',
	value: 'update',
	name: 'Update',
	action: 'Update contact',
	description: "Change a contact's custom fields",
	wording: { noun: 'contacts', pastParticiple: 'updated' },
	repetition: 'harmless',
	properties: [contactField, ...customFieldsFields(1)],
	options: [...customFieldsOptions, ifContactNotFoundOption],
	prepare(parameters) {
		const customFields = readCustomFields(parameters, 1, 'existing');
		return {
			kind: 'contact',
			contact: readContact(parameters),
			customFields: customFields.entries,
			async perform({ channel, contactId, contact }) {
				const { fieldNames = [] } = contact ?? {};
				const entries = keepOwnFieldValues(customFields.entries, { contactId, fieldNames });
				const response = await sendInChunks(
					{ ...customFields, entries },
					async (fields) => await channel.updateContact(contactId, fields),
				);
				return [{ ...response, contactId }];
			},
		};
	},
});
