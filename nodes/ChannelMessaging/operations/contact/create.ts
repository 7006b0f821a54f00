import type { CustomFieldAssignment } from '../../channel/contact';
import {
	customFieldsFields,
	customFieldsOptions,
	readCustomFields,
} from '../../fields/customFields';
import {
	optionsField,
	readSendSettings,
	resendWhenUnsureOption,
	timeoutOption,
} from '../../fields/options';
import { defineOperation, type Plan } from '../operation';

interface CreatePlan extends Plan {
	customFields: CustomFieldAssignment[];
}

/** Section 4.7. */
export const create = defineOperation<CreatePlan>({
	resource: 'contact',
	value: 'create',
	name: 'Create',
	action: 'Create contact',
	description: 'Create a contact with values for its custom fields',
	wording: { things: 'contacts', participle: 'created' },
	repetition: {
		warning: 'Running the workflow again creates them again, unlike Create or Update.',
	},
	properties: [
		...customFieldsFields,
		optionsField([...customFieldsOptions, resendWhenUnsureOption, timeoutOption]),
	],
	read: (parameters) => ({
		customFields: readCustomFields(parameters),
		settings: readSendSettings(parameters),
	}),
	perform: async (channel, { customFields }) => [await channel.createContact(customFields)],
});
