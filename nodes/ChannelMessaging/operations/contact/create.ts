import {
	customFieldsFields,
	customFieldsOptions,
	readCustomFields,
} from '../../parameters/customFields';
import { assertMaxItems } from '../../parameters/maxEntriesPerRequest';
import { retryWhenUnsureOption } from '../../parameters/retryWhenUnsure';
import { readTagsOption, tagsOption } from '../../parameters/tags';
import { defineOperation } from '../operation';
import { createContactWithTags } from './saveWithTags';

export const create = defineOperation({
	resource: 'contact',
	value: 'create',
	name: 'Create',
	action: 'Create contact',
	description: 'Create a contact and set its custom fields',
	wording: { noun: 'contacts', pastParticiple: 'created' },
	repetition: {
		warning: 'Running the workflow again creates duplicates. To avoid them, use Create or Update.',
		possibleEffect: 'The contact may have been created',
		instruction: "Don't create it again; tell the user.",
	},
	properties: customFieldsFields(1),
	options: [...customFieldsOptions, retryWhenUnsureOption, tagsOption],
	prepare(parameters) {
		const customFields = assertMaxItems(readCustomFields(parameters, 1, 'new'));
		const tags = readTagsOption(parameters);
		return {
			kind: 'simple',
			customFields,
			perform: async ({ channel }) => [await createContactWithTags(channel, customFields, tags)],
		};
	},
});
