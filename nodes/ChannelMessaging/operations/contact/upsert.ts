import { limits } from '../../client/documentedLimits';
import { isUnchanged } from '../../contacts/isUnchanged';
import { keepOwnFieldValues } from '../../parameters/keepOwnFieldValues';
import { customFieldMatchFields, readContactMatch } from '../../parameters/matchOnField';
import {
	customFieldsFields,
	customFieldsOptions,
	readCustomFields,
} from '../../parameters/customFields';
import { assertMaxItems } from '../../parameters/maxEntriesPerRequest';
import { namedAsOnContact } from '../../parameters/mappedNames';
import { readBooleanOption } from '../../parameters/optionsCollection';
import { retryWhenUnsureOption } from '../../parameters/retryWhenUnsure';
import { skipUnchangedOption } from '../../parameters/skipUnchanged';
import { readTagsOption, tagsOption } from '../../parameters/tags';
import { defineOperation } from '../operation';
import { addTagsToSaved, createContactWithTags } from './saveWithTags';
import { assertMatchKept, withFixedNames } from './overwrittenMatch';

const withUpdate = "save the others with 'Update' afterwards";

export const upsert = defineOperation({
	resource: 'contact',
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update contact',
	description: 'Create a new contact, or update the current one if it already exists (upsert)',
	wording: { noun: 'contacts', pastParticiple: 'saved' },
	repetition: 'harmless',
	properties: [...customFieldMatchFields, ...customFieldsFields(0)],
	options: [...customFieldsOptions, retryWhenUnsureOption, skipUnchangedOption, tagsOption],
	prepare(parameters) {
		const match = readContactMatch(parameters);
		const read = assertMaxItems(readCustomFields(parameters, 0, 'existing'), withUpdate);
		const fields = namedAsOnContact(read, [match.name]);
		// Saving the *Match On* field again would change the format of its value at most.
		const changes = withFixedNames(
			fields.filter(({ name }) => name !== match.name),
			match.name,
		);
		const tags = readTagsOption(parameters);
		const skipsUnchanged = readBooleanOption(parameters, skipUnchangedOption);
		assertMatchKept(match, fields);
		const values = assertMaxItems(
			{
				entries: [match, ...changes],
				errorStart: "'Match On' makes",
				noun: 'custom fields for a new contact',
				maxCount: limits.customFieldsPerRequest,
			},
			withUpdate,
		);
		return {
			kind: 'upsert',
			match,
			customFields: changes,
			async perform({ channel, target }) {
				if (target.kind === 'missing') {
					const created = await createContactWithTags(channel, values, tags);
					return [{ ...created, action: 'created' }];
				}
				const { contactId, current } = target;
				const named = keepOwnFieldValues(changes, target);
				if (skipsUnchanged && current && isUnchanged(current, named, tags.entries)) {
					return [{ id: contactId, contactId, action: 'unchanged', savedFields: [] }];
				}
				const done = named.length > 0 ? 'updated' : undefined;
				const updated = done && (await channel.updateContact(contactId, named));
				await addTagsToSaved(channel, contactId, done, tags);
				const action = done === undefined && tags.entries.length === 0 ? 'unchanged' : 'updated';
				const savedFields = named.map(({ name }) => name);
				return [{ id: contactId, ...updated, contactId, action, savedFields }];
			},
		};
	},
});
