import type { INodeProperties } from 'n8n-workflow';

import type { CustomFieldReference } from '../ChannelMessaging/contacts/contactReference';
import {
	customFieldMatchFields,
	readCustomFieldMatch,
} from '../ChannelMessaging/parameters/contact/contactSearch';
import { ParameterError, type Parameters } from '../ChannelMessaging/parameters/parameter';
import { readBoolean } from '../ChannelMessaging/parameters/values/boolean';
import { choiceField, readChoice } from '../ChannelMessaging/parameters/values/choice';
import { readTextList } from '../ChannelMessaging/parameters/values/text';
import type { Watched } from './contactContent';

const eventField = choiceField({
	displayName: 'Event',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	default: 'contactMatches',
	options: [
		{
			name: 'Contact Changes',
			value: 'contactChanges',
			description: 'A custom field or a tag of a matching contact changes',
		},
		{
			name: 'Contact Matches',
			value: 'contactMatches',
			description: 'A contact starts to match',
		},
		{
			name: 'Contact Stops Matching',
			value: 'contactStopsMatching',
			description: 'A contact no longer matches, or is gone',
		},
	],
});

export type TriggerEvent = typeof eventField.default;

const watchField = choiceField({
	displayName: 'Watch',
	name: 'watch',
	type: 'options',
	noDataExpression: true,
	default: 'all',
	description: 'Which custom fields and tags of a contact count',
	options: [
		{ name: 'All Custom Fields and Tags', value: 'all' },
		{ name: 'Selected Custom Fields and Tags', value: 'selected' },
	],
	displayOptions: { show: { event: ['contactChanges'] } },
});

const shownForSelected = { show: { event: ['contactChanges'], watch: ['selected'] } };

const watchedFieldsField: INodeProperties = {
	displayName: 'Custom Fields to Watch',
	name: 'watchedFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. status, city',
	description: 'The names of the custom fields with commas in between, or none',
	displayOptions: shownForSelected,
};

const watchedTagsField: INodeProperties = {
	displayName: 'Tags to Watch',
	name: 'watchedTags',
	type: 'string',
	default: '',
	placeholder: 'e.g. customer, vip',
	description: 'The names of the tags with commas in between, or none',
	displayOptions: shownForSelected,
};

const includeExistingField: INodeProperties = {
	displayName: 'Include Existing Contacts',
	name: 'includeExisting',
	type: 'boolean',
	default: false,
	description:
		'Whether to start with all contacts that match already. Otherwise they are remembered, and only those that match later start the workflow.',
	displayOptions: { show: { event: ['contactMatches'] } },
};

export const triggerFields: INodeProperties[] = [
	eventField,
	...customFieldMatchFields,
	watchField,
	watchedFieldsField,
	watchedTagsField,
	includeExistingField,
];

/** What a trigger looks for. */
export interface TriggerSettings {
	event: TriggerEvent;
	/** Which contacts match. */
	match: CustomFieldReference;
	/** What counts as a change. */
	watched: Watched;
	/** Whether the first poll gives all contacts that match already. */
	includeExisting: boolean;
}

/** Reads what the trigger is set to. Throws a `ParameterError`. */
export function readTriggerSettings(parameters: Parameters): TriggerSettings {
	const event = readChoice(parameters, eventField);
	return {
		event,
		match: readCustomFieldMatch(parameters),
		watched: event === 'contactChanges' ? readWatched(parameters) : { fields: [], tags: [] },
		includeExisting:
			event === 'contactMatches' && readBoolean(parameters.given(includeExistingField)),
	};
}

function readWatched(parameters: Parameters): Watched {
	if (readChoice(parameters, watchField) === 'all') return 'all';
	const fields = readTextList(parameters.given(watchedFieldsField));
	const tags = readTextList(parameters.given(watchedTagsField));
	if (fields.length + tags.length > 0) return { fields, tags };
	throw new ParameterError(
		`'${watchedFieldsField.displayName}' and '${watchedTagsField.displayName}' are empty`,
		`Enter a name in one of them, or set '${watchField.displayName}' to all.`,
	);
}
