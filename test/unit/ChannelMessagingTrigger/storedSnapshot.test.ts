import { deflateSync } from 'node:zlib';

import type { Snapshot } from '../../../nodes/ChannelMessagingTrigger/snapshot';
import {
	deserialize,
	serialize,
	type StoredSnapshot,
	storedSnapshot,
} from '../../../nodes/ChannelMessagingTrigger/storedSnapshot';
import {
	noContent,
	unknownContent,
	watchedContent,
} from '../../../nodes/ChannelMessagingTrigger/watchedContent';
import { contactOf } from '../contacts/localContacts';

const place = { baseline: 'status=lead', process: 'a', save: 7 };

const progress = { baselinePasses: 2, isUnread: true };

const snapshotOf = (contacts: Snapshot['contacts']): Snapshot => ({
	contacts,
	...progress,
	revision: 1,
});

/** Returns the snapshot that n8n has stored as JSON. */
async function restored(stored: object): Promise<Snapshot> {
	const snapshot = storedSnapshot(JSON.parse(JSON.stringify(stored)) as Record<string, never>);
	if (snapshot === undefined) throw new Error('The snapshot was not stored');
	expect(snapshot).toMatchObject(place);
	return await deserialize(snapshot);
}

const vip = { ...contactOf('😀', { status: 'lead', city: 'Lugo' }), tags: ['vip'] };

it("A stored snapshot contains everything except the contacts' values", async () => {
	const { values, ...content } = watchedContent(vip, 'all');
	const contacts = new Map([
		['cus_1', noContent],
		['😀', { ...content, ...(values !== undefined && { values }) }],
		['2', unknownContent],
		['3', watchedContent(contactOf('3', { status: 'lead' }), 'all')],
	]);
	const gone = ['4'];
	const snapshot = await restored(await serialize({ ...snapshotOf(contacts), gone }, place));

	expect(snapshot).toMatchObject({ gone });
	expect(snapshot).toMatchObject(progress);
	expect([...snapshot.contacts.keys()]).toEqual([...contacts.keys()]);
	expect(snapshot.contacts.get('😀')).toEqual(content);
	expect(snapshot.contacts.get('2')).toBe(unknownContent);
	expect(snapshot.contacts.get('3')?.hashes).toBe(contacts.get('3')?.hashes);
});

it('A snapshot that an earlier version stored is converted', async () => {
	const json = JSON.stringify({ custom_fields: { city: 'Lugo', status: 'lead' }, tags: ['vip'] });
	const entries = [
		['1', ''],
		['😀', json],
		['3', 'a hash of text that was too long'],
	];
	const contacts = deflateSync(JSON.stringify(entries)).toString('base64');
	const snapshot = await restored({ version: 1, ...place, ...progress, contacts });

	expect([...snapshot.contacts]).toEqual([
		['1', noContent],
		['😀', watchedContent(vip, 'all')],
		['3', unknownContent],
	]);
});

it.each([
	{ fields: 0, maxCharacters: 200_000 },
	{ fields: 8, maxCharacters: 1_000_000 },
])(
	'A snapshot of 10,000 contacts with $fields fields has at most $maxCharacters characters',
	async ({ fields, maxCharacters }) => {
		const names = Array.from({ length: fields }, (_, field) => `field ${String(field)}`);
		const entries = Array.from({ length: 10_000 }, (_, index): [string, typeof noContent] => {
			const id = String(4_812_000_000 + index * 17);
			const values = names.map((name) => [name, `${name} of ${id}`] as const);
			const contact = { ...contactOf(id, Object.fromEntries(values)), tags: [id] };
			return [id, fields === 0 ? noContent : watchedContent(contact, 'all')];
		});
		const stored = await serialize(snapshotOf(new Map(entries)), place);

		expect(JSON.stringify(stored).length).toBeLessThan(maxCharacters);
	},
);

const valid: StoredSnapshot = { version: 2, ...place, ...progress, contacts: '', hashes: '' };
it.each([
	['no data', {}],
	['another version', { ...valid, version: 0 }],
	['no process', { ...valid, process: undefined }],
	['no number of the save', { ...valid, save: undefined }],
	['no baseline', { ...valid, baseline: undefined }],
	['no progress', { ...valid, baselinePasses: undefined }],
	['a list of contacts', { ...valid, contacts: ['1'] }],
	['a list of hashes', { ...valid, hashes: ['1'] }],
])('storedSnapshot returns undefined for %s', (_title, data) => {
	expect(storedSnapshot(data)).toBeUndefined();
});

const compressed = (value: unknown) => deflateSync(JSON.stringify(value)).toString('base64');
it.each([
	['no contacts', { contacts: '' }],
	['contacts that are not compressed', { contacts: 'not compressed' }],
	['contacts of another form', { contacts: compressed([]) }],
	['an unknown list of parts', { contacts: compressed({ ids: ['1'], partLists: [], lists: [0] }) }],
	[
		'too few hashes',
		{ contacts: compressed({ ids: ['1'], partLists: [[null]], lists: [0] }), hashes: '' },
	],
	['contacts of another form in version 1', { version: 1, contacts: compressed([['1']]) }],
] as const)('deserialize rejects %s', async (_title, damage) => {
	await expect(deserialize({ ...valid, ...damage })).rejects.toThrow();
});
