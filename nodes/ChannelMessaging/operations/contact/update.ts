import { contactField, readContact } from '../../parameters/contact';
import {
	customFieldsFields,
	customFieldsOptions,
	readCustomFields,
} from '../../parameters/customFields';
import { chunk } from '../../parameters/limitedList';
import { ifContactNotFoundOption } from '../../parameters/options';
import { sendInChunks } from '../chunkedRequests';
import { defineOperation } from '../operation';

export const update = defineOperation({
	resource: 'contact',
	value: 'update',
	name: 'Update',
	action: 'Update contact',
	description: 'Change the values of custom fields of a contact',
	wording: { noun: 'contacts', pastParticiple: 'updated' },
	repetition: 'harmless',
	properties: [contactField, ...customFieldsFields(1)],
	options: [...customFieldsOptions, ifContactNotFoundOption],
	prepare(parameters) {
		const customFields = readCustomFields(parameters, 1);
		const chunks = chunk(customFields);
		return {
			kind: 'contact',
			contact: readContact(parameters),
			customFields: customFields.entries,
			async perform(channel, contactId) {
				const response = await sendInChunks(
					chunks,
					'custom fields',
					async (fields) => await channel.updateContact(contactId, fields),
				);
				return [{ ...response, contactId }];
			},
		};
	},
});
