import {
	deserialize,
	serialize,
	type Snapshot,
	storedSnapshot,
} from '../../../nodes/ChannelMessagingTrigger/snapshot';

const place = { search: 'status=lead', savedAt: 1_700_000_000_000 };

const snapshotOf = (count: number, content = ''): Snapshot => ({
	contacts: new Map(
		Array.from({ length: count }, (_, index) => [String(48_120_000 + index), content]),
	),
	isBaselineComplete: true,
	revision: count,
});

it.each([0, 1, 5_000])('restores %d contacts after they were stored as JSON', async (count) => {
	const { contacts } = snapshotOf(count, JSON.stringify({ tags: ['né "x"\n'] }));
	const json = JSON.stringify(
		await serialize({ contacts, isBaselineComplete: false, revision: 1 }, place),
	);
	const stored = storedSnapshot(JSON.parse(json) as Record<string, never>);

	expect(stored).toMatchObject(place);
	if (stored === undefined) throw new Error('The snapshot was not stored');
	expect(await deserialize(stored)).toMatchObject({ contacts, isBaselineComplete: false });
});

it('stores 10,000 contacts in less than 100,000 characters', async () => {
	const { contacts } = await serialize(snapshotOf(10_000), place);
	expect(contacts.length).toBeLessThan(100_000);
});

it.each([
	{},
	{ version: 0, ...place, isBaselineComplete: true, contacts: '' },
	{ version: 1, search: 'status=lead', isBaselineComplete: true, contacts: '' },
	{ version: 1, ...place, contacts: '' },
	{ version: 1, ...place, isBaselineComplete: true, contacts: ['1'] },
])('finds no snapshot in the static data %j', (data) => {
	expect(storedSnapshot(data)).toBeUndefined();
});

it.each(['', 'not compressed'])('rejects the damaged contacts %j', async (contacts) => {
	const damaged = { version: 1 as const, ...place, isBaselineComplete: true, contacts };
	await expect(deserialize(damaged)).rejects.toThrow();
});
