import {
	deserialize,
	parseContent,
	serialize,
	type Snapshot,
	storedSnapshot,
	valueText,
	watchedContent,
} from '../../../nodes/ChannelMessagingTrigger/snapshot';

const place = { search: 'status=lead', savedAt: 1_700_000_000_000 };

const snapshotOf = (count: number, content = ''): Snapshot => ({
	contacts: new Map(
		Array.from({ length: count }, (_, index) => [String(48_120_000 + index), content]),
	),
	isBaselineComplete: true,
	revision: count,
});

it.each([0, 1, 5_000])('A snapshot of %d contacts is restored from JSON', async (count) => {
	const { contacts } = snapshotOf(count, JSON.stringify({ tags: ['né "x"\n'] }));
	const json = JSON.stringify(
		await serialize({ contacts, isBaselineComplete: false, revision: 1 }, place),
	);
	const stored = storedSnapshot(JSON.parse(json) as Record<string, never>);

	expect(stored).toMatchObject(place);
	if (stored === undefined) throw new Error('The snapshot was not stored');
	expect(await deserialize(stored)).toMatchObject({ contacts, isBaselineComplete: false });
});

it('A snapshot of 10,000 contacts is stored in less than 100,000 characters', async () => {
	const { contacts } = await serialize(snapshotOf(10_000), place);
	expect(contacts.length).toBeLessThan(100_000);
});

const valid = { version: 1 as const, ...place, isBaselineComplete: true, contacts: '' };
it.each([
	['no data', {}],
	['another version', { ...valid, version: 0 }],
	['no time', { ...valid, savedAt: undefined }],
	['no search', { ...valid, search: undefined }],
	['no progress', { ...valid, isBaselineComplete: undefined }],
	['a list of contacts', { ...valid, contacts: ['1'] }],
])('storedSnapshot returns undefined for %s', (_title, data) => {
	expect(storedSnapshot(data)).toBeUndefined();
});

it.each(['', 'not compressed'])(
	'deserialize rejects damaged contact data: %j',
	async (contacts) => {
		await expect(deserialize({ ...valid, contacts })).rejects.toThrow();
	},
);

const contact = {
	id: '7',
	custom_fields: { status: 'lead', city: 'Lugo' },
	tags: ['vip', 'newsletter'],
	created_at: 1,
};

it.each([
	[
		'all custom fields and tags',
		contact,
		'all',
		{ custom_fields: { city: 'Lugo', status: 'lead' }, tags: ['newsletter', 'vip'] },
	],
	[
		'only the watched custom fields and tags',
		contact,
		{ fields: ['city', 'phone'], tags: ['vip', 'customer'] },
		{ custom_fields: { city: 'Lugo' }, tags: ['vip'] },
	],
	['no content of an empty contact', {}, 'all', { custom_fields: {}, tags: [] }],
	[
		'no content of a malformed contact',
		{ custom_fields: null, tags: 'vip' },
		'all',
		{ custom_fields: {}, tags: [] },
	],
	[
		'no custom fields without a value',
		{ custom_fields: { score: null, city: '' } },
		'all',
		{ custom_fields: {}, tags: [] },
	],
] as const)('watchedContent returns %s', (_title, watchedContact, watched, content) => {
	expect(parseContent(watchedContent(watchedContact, watched))).toEqual(content);
});

it('watchedContent is independent of the order of custom fields and tags', () => {
	const reordered = {
		...contact,
		custom_fields: { city: 'Lugo', status: 'lead' },
		tags: ['newsletter', 'vip', 'vip'],
	};
	expect(watchedContent(reordered, 'all')).toBe(watchedContent(contact, 'all'));
});

it.each([
	[1, '1'],
	[true, 'true'],
	[['a'], '["a"]'],
	[null, ''],
	[undefined, ''],
])('valueText converts %j to the text %j', (value, text) => {
	expect(valueText(value)).toBe(text);
});
