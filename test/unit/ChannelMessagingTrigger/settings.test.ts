import { readTriggerSettings } from '../../../nodes/ChannelMessagingTrigger/settings';
import { itemParameters } from '../parameters/itemParameters';
import { parameterErrorOf } from '../parameters/parameterErrorOf';

const read = (values: Readonly<Record<string, unknown>>) =>
	readTriggerSettings(
		itemParameters({
			event: 'contactMatches',
			fieldName: 'status',
			fieldValue: 'lead',
			...values,
		}),
	);
const selected = { event: 'contactChanges', watch: 'selected' };
const none = { fields: [], tags: [] };

it.each([
	['the defaults', {}, { event: 'contactMatches', watched: none, includeExisting: false }],
	['existing contacts', { includeExisting: true }, { includeExisting: true }],
	[
		'no existing contacts of another event',
		{ event: 'contactStopsMatching', includeExisting: true },
		{ includeExisting: false },
	],
	['all changes by default', { event: 'contactChanges' }, { watched: 'all' }],
	[
		'selected custom fields',
		{ ...selected, watchedFields: 'city, status', watchedTags: ' ' },
		{ watched: { fields: ['city', 'status'], tags: [] } },
	],
	[
		'selected tags',
		{ ...selected, watchedTags: ['vip'] },
		{ watched: { fields: [], tags: ['vip'] } },
	],
	[
		'names with other separators and spellings once',
		{ ...selected, watchedFields: 'status; City\nCITY', watchedTags: '"VIP", vip' },
		{ watched: { fields: ['city', 'status', 'status;citycity'], tags: ['"vip"', 'vip'] } },
	],
	[
		'names with separators in a list',
		{ ...selected, watchedFields: ['x;b'], watchedTags: '["vip, gold"]' },
		{ watched: { fields: ['x;b'], tags: ['vip, gold'] } },
	],
	[
		'quoted names, and names of separators',
		{ ...selected, watchedFields: '_', watchedTags: '"VIP"' },
		{ watched: { fields: ['_'], tags: ['"vip"', 'vip'] } },
	],
	['no tags of another event', { watch: 'selected', watchedTags: 'vip' }, { watched: none }],
])('readTriggerSettings reads %s', (_title, values, settings) => {
	const match = { kind: 'customField', name: 'status', value: 'lead' };
	expect(read(values)).toMatchObject({ match, ...settings });
});

it.each([
	['an unknown event', { event: 'contactLeaves' }, "'Trigger On'"],
	['text as a boolean', { includeExisting: 'yes' }, "'Include Existing Contacts'"],
	['no watched fields and tags', selected, "'Custom Fields to Watch' and 'Tags to Watch'"],
	['an empty entry', { ...selected, watchedFields: 'city,,status' }, "'Custom Fields to Watch'"],
])('readTriggerSettings rejects %s', (_title, values, label) => {
	expect(parameterErrorOf(() => read(values)).message).toContain(label);
});
