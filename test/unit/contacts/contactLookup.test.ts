import { ItemJournal } from '../../../nodes/ChannelMessaging/retryOnFail/itemJournal';
import type { Channel } from '../../../nodes/ChannelMessaging/client/channel';
import { ContactLookup } from '../../../nodes/ChannelMessaging/contacts/contactLookup';
import type { UpsertTarget } from '../../../nodes/ChannelMessaging/contacts/lockedUpsert';
import { canonicalContactId } from '../../../nodes/ChannelMessaging/client/canonicalContactId';
import { lockedUpsert } from '../../../nodes/ChannelMessaging/contacts/lockedUpsert';
import { RecentContactChanges } from '../../../nodes/ChannelMessaging/contacts/recentContactChanges';
import { RecentlySavedValues } from '../../../nodes/ChannelMessaging/contacts/recentlySavedValues';
import { withRecordedContactChanges } from '../../../nodes/ChannelMessaging/contacts/withRecordedContactChanges';
import { convertByField } from '../../../nodes/ChannelMessaging/customFieldValues/convertByField';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { VirtualClock } from '../../support/virtualClock';
import { apiErrorWith } from '../client/apiErrorWith';
import { contactOf, LocalContacts } from './localContacts';

const number = '+442079460001';
const reference = convertByField('phone', number, { format: 'e164' });
const withPhone = (id: string, phone = number) => contactOf(id, { phone });
const timedOut = apiErrorWith('timedOut', 'unknown');
const address = 'amara@example.com';
const email = convertByField('email', address, { format: 'e164' });
const search = `phone=${number} 1`;

/** Returns executions of a process in a channel with these contacts. */
function setUp(...contacts: ReturnType<typeof contactOf>[]) {
	const clock = new VirtualClock();
	clock.block(10 * 60_000);
	const savedValues = new RecentlySavedValues(clock);
	const changes = new RecentContactChanges(clock);
	const channel = new LocalContacts(contacts);
	const recorded = (client: Channel) =>
		withRecordedContactChanges(client, 'channel', changes, savedValues);
	const openExecution = (cancellation = new CancellationToken(), matched = reference) => {
		const lookup = new ContactLookup('channel', savedValues, changes);
		const journals: Array<ItemJournal<unknown>> = [];
		const save = async <Result>(
			itemIndex: number,
			perform: (match: UpsertTarget) => Promise<Result>,
			retryWhenUnsure = false,
		) => {
			const journal = journals[itemIndex] ?? new ItemJournal();
			journals[itemIndex] = journal;
			const item = { channel, journal, saved: [email], retryWhenUnsure, cancellation };
			return await lockedUpsert(lookup, matched, item, perform);
		};
		/** Creates the contact. Then rejects with the error, if any. */
		const create = async (error?: Error) => {
			await save(0, async () => {
				channel.contacts = [...channel.contacts, withPhone('1')];
				savedValues.add('channel', reference, { outcome: 'done', contactId: 'cus_1' });
				if (error !== undefined) await Promise.reject(error);
			});
		};
		return {
			lookup,
			save,
			create,
			/** Returns whether the item would create a contact or update it, without doing so. */
			match: async (itemIndex = 0, retryWhenUnsure = false) => {
				const rejection = apiErrorWith('rejected', 'notDone');
				const matches: UpsertTarget[] = [];
				const saving = save(
					itemIndex,
					async (found) => {
						matches.push(found);
						return await Promise.reject(rejection);
					},
					retryWhenUnsure,
				);
				await saving.catch((error: unknown) => {
					if (error !== rejection && error !== timedOut) throw error;
				});
				const [match] = matches;
				return match?.kind === 'existing' ? match.contactId : match?.kind;
			},
			/** Sends the request that creates the contact. Its response is lost. */
			timeOut: async () => {
				const createContact = async () => await Promise.reject(timedOut);
				const lost = recorded({ ...channel.client, createContact });
				const creation = save(0, async () => await lost.createContact([reference]));
				await expect(creation).rejects.toBe(timedOut);
			},
		};
	};
	return { clock, channel, client: recorded(channel.client), savedValues, openExecution };
}

it('ContactLookup.lookUp searches for a contact once per execution', async () => {
	const { channel, openExecution } = setUp(withPhone('7'));
	const { lookup } = openExecution();
	for (let count = 0; count < 2; count += 1) await lookup.lookUp(channel, reference);

	expect(lookup.found(reference)).toMatchObject({ contactId: '7', value: number });
	expect(channel.requests).toEqual([search]);
});

it('ContactLookup.readMatch rejects a contact that has lost, or may have lost, the value', async () => {
	const { channel, openExecution } = setUp(withPhone('7'));
	const { lookup } = openExecution();
	expect(await lookup.readMatch(channel, reference, '7')).toMatchObject({ contactId: '7' });

	channel.contacts = [withPhone('7', '+442079460002'), withPhone('8')];
	await expect(lookup.readMatch(channel, reference, '7')).rejects.toMatchObject({
		reason: 'contactChanged',
		outcome: 'notDone',
	});

	channel.contacts = [contactOf('7')];
	await expect(lookup.readMatch(channel, reference, '7')).rejects.toMatchObject({
		reason: 'fieldNotReturned',
		outcome: 'notDone',
	});
});

it('ContactLookup.lookUp returns the tags that this process has added, although searches still lack them', async () => {
	const { channel, client, openExecution } = setUp(withPhone('7'));
	channel.search.lagging = 'content';
	channel.freezeIndex();
	await client.addTags('cus_7', ['opted-out']);
	const { lookup } = openExecution();

	await lookup.lookUp(channel, reference, true);

	expect(lookup.found(reference)?.tags).toEqual(['opted-out']);
});

it('ContactLookup.lookUp searches again for tags if an earlier search may lack an added tag', async () => {
	const { channel, client, openExecution } = setUp(withPhone('7'));
	channel.search.lagging = 'content';
	channel.freezeIndex();
	await client.addTags('cus_7', ['opted-out']);
	const { lookup } = openExecution();

	await lookup.lookUp(channel, reference);
	expect(lookup.found(reference)?.tags).toEqual([]);
	expect(lookup.foundWithTags(reference)).toBeUndefined();
	await lookup.lookUp(channel, reference, true);

	expect(lookup.foundWithTags(reference)?.tags).toEqual(['opted-out']);
});

it("ContactLookup.lookUp rejects if a contact's response omits a value that this process has changed", async () => {
	const { channel, client, openExecution } = setUp(withPhone('7'));
	channel.search.lagging = 'content';
	channel.freezeIndex();
	await client.updateContact('7', [{ name: 'phone', value: '' }]);
	const { findContacts, firstRequest } = channel;
	const getContact = async () => await Promise.resolve(contactOf('7'));
	const { lookup } = openExecution();

	await expect(
		lookup.lookUp({ findContacts, firstRequest, getContact }, reference),
	).rejects.toMatchObject({
		reason: 'fieldNotReturned',
		outcome: 'notDone',
	});
});

it("ContactLookup.lookUp doesn't find a contact by a value that this process has replaced, although searches still do", async () => {
	const { channel, client, openExecution } = setUp(withPhone('7'));
	channel.search.lagging = 'content';
	channel.freezeIndex();
	await client.updateContact('7', [{ name: 'phone', value: '+442079460002' }]);
	const { lookup } = openExecution();

	await expect(lookup.lookUp(channel, reference)).rejects.toMatchObject({
		reason: 'contactNotFound',
	});
	expect(lookup.found(reference)).toBeUndefined();

	await client.updateContact('7', [reference]);
	await lookup.lookUp(channel, reference);
	expect(lookup.found(reference)).toMatchObject({ contactId: '7' });
});

it('ContactLookup.lookUp searches again for a contact that a later search no longer found', async () => {
	const { channel, openExecution } = setUp(withPhone('7'));
	const { lookup } = openExecution();
	await lookup.lookUp(channel, reference);
	channel.contacts = [withPhone('7', '+442079460002')];
	await expect(lookup.lookUpAgain(channel, reference)).rejects.toMatchObject({
		reason: 'contactNotFound',
	});
	// Items that were found earlier keep their contact, but its data is outdated.
	expect(lookup.found(reference)).toMatchObject({ contactId: '7', readAt: -Infinity });

	channel.contacts = [withPhone('8')];
	await lookup.lookUp(channel, reference);
	expect(lookup.found(reference)).toMatchObject({ contactId: '8', readAt: 0 });
});

describe('lockedUpsert', () => {
	it('rejects if a created contact no longer shows its phone number', async () => {
		const { channel, openExecution } = setUp();
		await openExecution().create();
		channel.contacts = [contactOf('1')];

		await expect(openExecution().match()).rejects.toMatchObject({ reason: 'contactDoubtful' });
	});

	it('reports that the field is not returned if only search results contain the value', async () => {
		const { channel, client, openExecution } = setUp(withPhone('7'));
		await client.updateContact('7', [{ name: 'phone', value: '+442079460002' }]);
		channel.contacts = [withPhone('7')];
		channel.getContact = async () => await Promise.resolve(contactOf('7'));

		await expect(openExecution().match()).rejects.toMatchObject({ reason: 'fieldNotReturned' });
	});

	it.each([
		['that was created with it', []],
		['that was given it', [contactOf('1', { phone: '+442079460003' })]],
	])('finds a contact %s by any value before searches do', async (_case, before) => {
		const { channel, client, openExecution } = setUp(...before);
		channel.freezeIndex();
		const fields = [reference, email];
		if (before.length === 0) await client.createContact(fields);
		else await client.updateContact('1', fields);

		const [{ id } = {}] = channel.contacts;
		const byPhone = await openExecution().match();
		const byEmail = await openExecution(new CancellationToken(), email).match();
		expect([byPhone, byEmail].map((found = '') => canonicalContactId(found))).toEqual([id, id]);
	});

	it('never finds a contact by a value that this process has replaced', async () => {
		const { channel, client, openExecution } = setUp(withPhone('7'), contactOf('8'));
		channel.search.lagging = 'content';
		channel.freezeIndex();
		await client.updateContact('7', [{ name: 'phone', value: '+442079460002' }]);
		expect(await openExecution().match()).toBe('missing');

		await client.updateContact('8', [reference]);
		expect(await openExecution().match()).toBe('8');
	});

	it('finds a contact that was created shortly before a search that waits for ten minutes', async () => {
		const { clock, channel, openExecution } = setUp();
		channel.freezeIndex();
		await openExecution().create();
		channel.onRequest = () => {
			clock.block(11 * 60_000);
		};

		expect(await openExecution().match()).toBe('cus_1');
	});

	it('finds a contact by another spelling if the first one loses the value during the search', async () => {
		const { clock, channel, openExecution } = setUp(
			withPhone('7'),
			withPhone('8', number.slice(1)),
		);
		const { findContacts } = channel;
		channel.findContacts = async (...search) => {
			channel.findContacts = findContacts;
			const page = await channel.findContacts(...search);
			clock.block(3 * 60_000);
			channel.contacts = [withPhone('7', '+442079460002'), withPhone('8', number.slice(1))];
			return page;
		};

		expect(await openExecution().match()).toBe('8');
	});

	it('creates another contact if the phone number of the first one has changed', async () => {
		const { channel, openExecution } = setUp();
		await openExecution().create();
		channel.contacts = [withPhone('1', '+442079460002')];

		expect(await openExecution().match()).toBe('missing');
	});

	it('creates no second contact after a response without an ID, until a search finds the contact', async () => {
		const { channel, savedValues, openExecution } = setUp();
		const execution = openExecution();
		await execution.save(0, async () => {
			savedValues.add('channel', reference, { outcome: 'done' });
			await Promise.resolve();
		});
		await expect(execution.match(1)).rejects.toMatchObject({ reason: 'contactDoubtful' });

		channel.contacts = [];
		channel.freezeIndex();
		channel.contacts = [withPhone('1')];
		await expect(execution.match(1)).rejects.toMatchObject({ reason: 'contactDoubtful' });
		channel.thawIndex();
		expect(await execution.match(1)).toBe('1');
		channel.contacts = [];
		channel.freezeIndex();
		channel.contacts = [withPhone('1')];
		expect(await openExecution().match()).toBe('1');
	});

	it('rejects if a search finds another contact with the value of a created one, and returns the created contact when the other one no longer exists', async () => {
		const { channel, openExecution } = setUp();
		await openExecution().create();
		channel.contacts = [withPhone('7')];
		channel.freezeIndex();
		channel.contacts = [withPhone('7'), withPhone('1')];
		const matches = [{ contactId: '7' }, { contactId: '1' }];
		await expect(openExecution().match()).rejects.toMatchObject({
			details: { reason: 'contactAmbiguous', count: 2, matches },
		});

		channel.contacts = [];
		channel.freezeIndex();
		channel.contacts = [withPhone('1')];
		expect(await openExecution().match()).toBe('cus_1');
	});

	it('rejects after a creation timed out, although the contact found since then no longer exists', async () => {
		const { channel, openExecution } = setUp();
		await openExecution().timeOut();
		channel.contacts = [withPhone('7')];
		expect(await openExecution().match()).toBe('7');

		channel.contacts = [];
		await expect(openExecution().match()).rejects.toMatchObject({ reason: 'contactDoubtful' });
	});

	it('returns the contact if a search finds it after its creation timed out', async () => {
		const { channel, openExecution } = setUp();
		const execution = openExecution();
		await execution.timeOut();
		channel.contacts = [withPhone('1')];

		expect(await execution.match(1)).toBe('1');
		expect(await execution.match(0)).toBe('1');
	});

	it("rejects if an earlier execution may have created the contact, unless 'Retry When Unsure' is on", async () => {
		const { openExecution } = setUp();
		await openExecution().timeOut();
		const execution = openExecution();

		const doubtful = { reason: 'contactDoubtful', outcome: 'notDone' };
		await expect(execution.match()).rejects.toMatchObject(doubtful);
		expect(await execution.match(0, true)).toBe('missing');
	});

	it('allows a creation after the service rejected an earlier one', async () => {
		const { openExecution } = setUp();
		await openExecution().match();

		expect(await openExecution().match()).toBe('missing');
	});

	it('returns a created contact whose tags were not added', async () => {
		const { openExecution } = setUp();
		await expect(openExecution().create(timedOut)).rejects.toBe(timedOut);

		expect(await openExecution().match()).toBe('1');
	});
});

it('reading a contact again updates the contact that other items read', async () => {
	const { channel, openExecution } = setUp(contactOf('1', { timezone: 'Europe/Berlin' }));
	const { lookup } = openExecution();
	await lookup.read(channel, '1');
	channel.contacts = [contactOf('1', { timezone: 'Asia/Tokyo' })];
	await lookup.readAgain(channel, '1');

	expect(await lookup.read(channel, '1')).toMatchObject({ timezone: 'Asia/Tokyo' });
});

describe('ContactLookup.confirm', () => {
	const laterThan = (channel: LocalContacts, time: number) => ({
		...{ getContact: channel.getContact, findContacts: channel.findContacts },
		firstRequest: () => ({ readAt: time + 1, readDate: 0 }),
	});

	it('keeps the time of the search if the contact has lost the value', async () => {
		const { channel, openExecution } = setUp(withPhone('1'));
		const { lookup } = openExecution();
		const found = await lookup.lookUpAgain(channel, reference);
		channel.contacts = [withPhone('1', '+442079460002')];

		expect(await lookup.confirm(laterThan(channel, found.readAt), reference, found)).toBe(found);
		expect(lookup.found(reference)).toMatchObject({ readAt: found.readAt });
	});

	it("rejects if the contact's response omits the value, because services can omit cleared fields", async () => {
		const { channel, openExecution } = setUp(withPhone('1'));
		const { lookup } = openExecution();
		const found = await lookup.lookUpAgain(channel, reference);
		channel.contacts = [contactOf('1')];

		await expect(
			lookup.confirm(laterThan(channel, found.readAt), reference, found),
		).rejects.toMatchObject({ reason: 'fieldNotReturned', outcome: 'notDone' });
		expect(lookup.found(reference)).toMatchObject({ readAt: found.readAt });
	});

	it('updates the time and the tags if the contact still has the value', async () => {
		const { channel, openExecution } = setUp(withPhone('1'));
		const { lookup } = openExecution();
		const found = await lookup.lookUpAgain(channel, reference);
		channel.contacts = [{ ...withPhone('1'), tags: ['opted-out'] }];
		await lookup.confirm(laterThan(channel, found.readAt), reference, found);

		const confirmed = { readAt: found.readAt + 1, tags: ['opted-out'] };
		expect(lookup.found(reference)).toMatchObject(confirmed);
	});
});
