import { readTagsOption, tagsOption } from '../../parameters/contact/tags';
import {
	customFieldsFields,
	customFieldsOptions,
	readCustomFields,
} from '../../parameters/customFields/customFields';
import { resendWhenUnsureOption } from '../../parameters/options/options';
import { inOneCall } from '../../parameters/values/cappedList';
import { defineOperation } from '../operation';
import { createTagged } from '../savedContact';

/** Section 4.7 (Create contact), then 4.5 (Add tags) where tags are given. */
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
	properties: customFieldsFields(1),
	options: [...customFieldsOptions, resendWhenUnsureOption, tagsOption],
	prepare(parameters) {
		const customFields = inOneCall(readCustomFields(parameters, 1));
		const tags = readTagsOption(parameters);
		return {
			kind: 'forNobody',
			perform: async (channel) => [await createTagged(channel, customFields, tags)],
		};
	},
});
