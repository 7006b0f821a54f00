import {
	deserialize,
	serialize,
	type Snapshot,
	storedSnapshot,
} from '../../../nodes/ChannelMessagingTrigger/snapshot';

const place = { baseline: 'status=lead', process: 'a', save: 7 };

const snapshotOf = (count: number): Snapshot => ({
	contacts: new Map(Array.from({ length: count }, (_, index) => [String(48_120_000 + index), ''])),
	baselinePasses: 0,
	isUnread: false,
	revision: count,
});

it('A snapshot is unchanged after n8n has stored it as JSON', async () => {
	const contacts = new Map([
		['cus_1', ''],
		['😀', '{"tags":[]}'],
	]);
	const snapshot = { contacts, baselinePasses: 2, isUnread: true, revision: 1 };
	const json = JSON.stringify(await serialize(snapshot, place));
	const stored = storedSnapshot(JSON.parse(json) as Record<string, never>);

	expect(stored).toMatchObject(place);
	if (stored === undefined) throw new Error('The snapshot was not stored');
	expect(await deserialize(stored)).toMatchObject({ contacts, baselinePasses: 2, isUnread: true });
});

it('A snapshot of 10,000 contacts is stored in less than 100,000 characters', async () => {
	const { contacts } = await serialize(snapshotOf(10_000), place);
	expect(contacts.length).toBeLessThan(100_000);
});

const valid = { version: 1 as const, ...place, baselinePasses: 0, isUnread: false, contacts: '' };
it.each([
	['no data', {}],
	['another version', { ...valid, version: 0 }],
	['no process', { ...valid, process: undefined }],
	['no number of the save', { ...valid, save: undefined }],
	['no baseline', { ...valid, baseline: undefined }],
	['no progress', { ...valid, baselinePasses: undefined }],
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
