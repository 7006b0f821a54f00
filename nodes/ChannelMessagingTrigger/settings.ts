import type { INodeProperties } from 'n8n-workflow';

import type { CustomFieldReference } from '../ChannelMessaging/customFieldValues/customFieldReference';
import { parsedJson } from '../ChannelMessaging/parameters/parsedJson';
import { readCustomFieldMatch } from '../ChannelMessaging/parameters/matchOnField';
import { customFieldNameField } from '../ChannelMessaging/parameters/customFieldName';
import { ParameterError } from '../ChannelMessaging/parameters/parameterError';
import type {
	ChannelParameters,
	ParameterSet,
	ParameterValue,
} from '../ChannelMessaging/parameters/parameterTypes';
import { choiceField, readChoice } from '../ChannelMessaging/parameters/readChoice';
import { readBoolean } from '../ChannelMessaging/parameters/readBoolean';
import { readText } from '../ChannelMessaging/parameters/readText';
import { readTextList } from '../ChannelMessaging/parameters/readTextList';
import { tagInterpretations } from '../ChannelMessaging/texts/tagInterpretations';
import { foldedName } from '../ChannelMessaging/texts/foldedName';
import { folded } from '../ChannelMessaging/texts/foldedText';
import type { Watched } from './watchedContent';

const repliesNotice: INodeProperties = {
	displayName:
		'This trigger can\'t start a workflow when a message arrives. <a href="https://github.com/n8n-nodes-channel-messaging/n8n-nodes-channel-messaging/blob/main/docs/replies.md" target="_blank">How to act on replies</a>',
	name: 'repliesNotice',
	type: 'notice',
	default: '',
};

const eventField = choiceField({
	displayName: 'Trigger On',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	default: 'contactMatches',
	options: [
		{
			name: 'Contact No Longer Matches',
			value: 'contactStopsMatching',
			description: 'A matching contact gets a different value or is deleted',
		},
		{
			name: 'Contact Updated',
			value: 'contactChanges',
			description: 'A custom field or a tag of a matching contact changes',
		},
		{
			name: 'New Matching Contact',
			value: 'contactMatches',
			description: 'A contact gets the value, or is created with it',
		},
	],
});

export const eventNames = Object.fromEntries(
	eventField.options.map(({ name, value }) => [value, name]),
);

const valueField: INodeProperties = {
	displayName: 'Match Value',
	name: 'fieldValue',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. lead',
	description:
		"The exact value of the custom field. For phone, other formats of the number also match, unless the format is 'As Written'. If an expression returns a new value, such as a date, contacts that already have it count as existing.",
};

/** These parameter names are required by `readCustomFieldMatch`. */
const matchFields: INodeProperties[] = [
	customFieldNameField({
		displayName: 'Match On',
		name: 'fieldName',
		mode: 'name',
		placeholder: 'e.g. status',
		required: true,
		description: 'The custom field whose value determines which contacts to watch',
	}),
	valueField,
];

const watchField = choiceField({
	displayName: 'Watch',
	name: 'watch',
	type: 'options',
	noDataExpression: true,
	default: 'all',
	description:
		'The custom fields and tags whose changes start the workflow. If your contacts have more than eight custom fields, select the ones that matter: n8n stores data about each watched field with every execution.',
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
	description: 'Comma-separated custom field names',
	displayOptions: shownForSelected,
};

const watchedTagsField: INodeProperties = {
	displayName: 'Tags to Watch',
	name: 'watchedTags',
	type: 'string',
	default: '',
	placeholder: 'e.g. customer, vip',
	description: 'Comma-separated tag names',
	displayOptions: shownForSelected,
};

const includeExistingField: INodeProperties = {
	displayName: 'Include Existing Contacts',
	name: 'includeExisting',
	type: 'boolean',
	default: false,
	description:
		'Whether to also start the workflow for contacts that already match when it is published. To report them again, publish changed settings.',
	displayOptions: { show: { event: ['contactMatches'] } },
};

export const triggerFields: INodeProperties[] = [
	repliesNotice,
	eventField,
	...matchFields,
	watchField,
	watchedFieldsField,
	watchedTagsField,
	includeExistingField,
];

export interface TriggerSettings {
	event: typeof eventField.default;
	match: CustomFieldReference;
	watched: Watched;
	includeExisting: boolean;
}

export interface EnteredSettings extends TriggerSettings {
	/** The value of *Match Value* as the user entered it. */
	value: string;
}

export function readTriggerSettings(parameters: ChannelParameters): EnteredSettings {
	const event = readChoice(parameters, eventField);
	return {
		event,
		match: readCustomFieldMatch(parameters),
		value: readText(parameters.get(valueField)),
		watched: event === 'contactChanges' ? readWatched(parameters) : { fields: [], tags: [] },
		includeExisting:
			event === 'contactMatches' && readBoolean(parameters.get(includeExistingField)),
	};
}

function readWatched(parameters: ParameterSet): Watched {
	if (readChoice(parameters, watchField) === 'all') return 'all';
	const fields = readNames(parameters.get(watchedFieldsField), foldedName);
	const tags = readNames(parameters.get(watchedTagsField), folded);
	if (fields.length + tags.length > 0) return { fields, tags };
	throw new ParameterError(
		`'${watchedFieldsField.displayName}' and '${watchedTagsField.displayName}' are empty`,
		`Enter a name in one of them, or set '${watchField.displayName}' to 'All Custom Fields and Tags'.`,
	);
}

/**
 * Returns the names without duplicates, in a fixed order and spelling, so that neither counts as a
 * change of the settings. Text may contain separators other than commas, because a name that no
 * contact has would silently prevent all events.
 */
function readNames(list: ParameterValue, fold: (name: string) => string): string[] {
	const entries = readTextList(list);
	const { value } = list;
	const entered = typeof value === 'string' ? parsedJson(value)?.value : value;
	const names = Array.isArray(entered) ? entries : entries.flatMap(tagInterpretations);
	return [...new Set(names.map(fold))].sort();
}
