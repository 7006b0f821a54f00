import { readTriggerSettings } from '../../../nodes/ChannelMessagingTrigger/settings';
import { givenParameters } from '../parameters/givenParameters';
import { parameterErrorOf } from '../parameters/parameterErrorOf';

const read = (values: Readonly<Record<string, unknown>>) =>
	readTriggerSettings(
		givenParameters({
			event: 'contactMatches',
			fieldName: 'status',
			fieldValue: 'lead',
			...values,
		}),
		{ format: 'e164' },
	);
const changes = { event: 'contactChanges', watch: 'selected' };
const nothing = { fields: [], tags: [] };

it.each([
	[{}, { event: 'contactMatches', watched: nothing, includeExisting: false }],
	[{ includeExisting: true }, { includeExisting: true }],
	[{ event: 'contactStopsMatching', includeExisting: true }, { includeExisting: false }],
	[{ event: 'contactChanges' }, { watched: 'all' }],
	[
		{ ...changes, watchedFields: 'city, status', watchedTags: ' ' },
		{ watched: { fields: ['city', 'status'], tags: [] } },
	],
	[{ ...changes, watchedTags: ['vip'] }, { watched: { fields: [], tags: ['vip'] } }],
	[{ watch: 'selected', watchedTags: 'vip' }, { watched: nothing }],
])('%j are read as %j', (values, settings) => {
	const match = { kind: 'customField', name: 'status', value: 'lead' };
	expect(read(values)).toMatchObject({ match, ...settings });
});

it.each([
	[{ event: 'contactLeaves' }, "'Event'"],
	[{ includeExisting: 'yes' }, "'Include Existing Contacts'"],
	[changes, "'Custom Fields to Watch' and 'Tags to Watch'"],
	[{ ...changes, watchedFields: 'city,,status' }, "'Custom Fields to Watch'"],
])('rejects %j and names %s', (values, label) => {
	expect(parameterErrorOf(() => read(values)).message).toContain(label);
});

it('normalizes the phone number to match', () => {
	expect(read({ fieldName: 'phone', fieldValue: '0034 600 000 001' }).match).toEqual({
		kind: 'customField',
		name: 'phone',
		value: '+34600000001',
		otherSpellings: ['34600000001', '0034 600 000 001'],
	});
});
