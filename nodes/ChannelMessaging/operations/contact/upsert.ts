import { type CustomFieldAssignment, identifierOf } from '../../channel/contact';
import { limits } from '../../channel/limits';
import type { CustomFieldReference } from '../../contacts/contactReference';
import { customFieldMatchFields, readCustomFieldMatch } from '../../fields/customFieldMatch';
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
import { ParameterFault } from '../../fields/parameterFault';
import { defineMatchOperation, type MatchPlan } from '../operation';

interface UpsertPlan extends MatchPlan {
	/** For the contact that exists: what the user wants to set, and nothing else. */
	changes: CustomFieldAssignment[];
	/** For a new contact: the same, and the custom field by which it is found the next time. */
	values: CustomFieldAssignment[];
}

/** Sections 4.2, 4.4 and 4.7: finds the contact, then updates it, or creates it where there is none. */
export const upsert = defineMatchOperation<UpsertPlan>({
	resource: 'contact',
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update contact',
	description: 'Create a new contact, or update the current one if it already exists (upsert)',
	wording: { things: 'contacts', participle: 'saved' },
	repetition: 'harmless',
	properties: [
		...customFieldMatchFields,
		...customFieldsFields,
		optionsField([...customFieldsOptions, resendWhenUnsureOption, timeoutOption]),
	],
	read(parameters) {
		const match = readCustomFieldMatch(parameters);
		const changes = readCustomFields(parameters);
		return {
			match,
			changes,
			values: readNewValues(match, changes),
			settings: readSendSettings(parameters),
		};
	},
	async perform(channel, match, { changes, values }) {
		if (match.kind === 'existing') {
			const updated = await channel.updateContact(match.contactId, changes);
			return [{ id: match.contactId, ...updated, action: 'updated' }];
		}
		match.creating();
		const created = await channel.createContact(values);
		match.created(identifierOf(created));
		return [{ ...created, action: 'created' }];
	},
});

function readNewValues(
	match: CustomFieldReference,
	changes: CustomFieldAssignment[],
): CustomFieldAssignment[] {
	const given = changes.find(({ name }) => name === match.name);
	if (given !== undefined && given.value !== match.value) {
		throw new ParameterFault(
			`'Field Value' is another value than the one that ${match.name} is to be set to`,
			`A new contact would not be found by 'Field Value' the next time. Leave ${match.name} out of the custom fields: a new contact gets it by itself.`,
		);
	}
	const values =
		given === undefined ? [{ name: match.name, value: match.value }, ...changes] : changes;
	if (values.length > limits.customFieldsPerRequest) {
		throw new ParameterFault(
			`'Field Name' adds one to ${String(changes.length)} custom fields for a new contact, but the service takes at most ${String(limits.customFieldsPerRequest)}`,
			'Remove one, or set it with Update afterwards.',
		);
	}
	return values;
}
