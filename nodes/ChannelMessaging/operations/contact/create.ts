import {
	customFieldsFields,
	customFieldsOptions,
	readCustomFields,
} from '../../parameters/customFields/customFields';
import { resendWhenUnsureOption } from '../../parameters/options/options';
import { describeResponse } from '../../texts/oddResponseText';
import { defineOperation } from '../operation';

/** Section 4.7 (Create contact). */
export const create = defineOperation({
	resource: 'contact',
	value: 'create',
	name: 'Create',
	action: 'Create contact',
	description: 'Create a contact with values for its custom fields',
	wording: { things: 'contacts', participle: 'created' },
	repetition: {
		warning: 'Running the workflow again creates them again, unlike Create or Update.',
	},
	properties: customFieldsFields,
	options: [...customFieldsOptions, resendWhenUnsureOption],
	prepare(parameters) {
		const customFields = readCustomFields(parameters);
		return {
			kind: 'forNobody',
			perform: async (channel) => [
				describeResponse(
					await channel.createContact(customFields),
					'The contact was created, but its ID could not be read',
				),
			],
		};
	},
});
