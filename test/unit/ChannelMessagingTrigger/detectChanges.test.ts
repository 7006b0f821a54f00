import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { Contact, ContactPage } from '../../../nodes/ChannelMessaging/client/model';
import {
	detectChanges,
	maxContacts,
	maxContentCharacters,
	newState,
} from '../../../nodes/ChannelMessagingTrigger/detectChanges';
import type { TriggerEvent } from '../../../nodes/ChannelMessagingTrigger/settings';
import { parseContent, watchedContent } from '../../../nodes/ChannelMessagingTrigger/snapshot';
import { apiErrorWith } from '../client/apiErrorWith';
import { type ContactChange, match, MovingChannel } from './movingChannel';

const settingsOf = (event: TriggerEvent, includeExisting = false) =>
	({ event, match, watched: 'all', includeExisting }) as const;

type SearchedChannel = Parameters<typeof detectChanges>[0];

/** Returns a function that polls a channel with at most `maxRequests` per poll. */
function triggerOf(channel: SearchedChannel, event: TriggerEvent, includeExisting = false) {
	const state = newState();
	return async (maxRequests = Infinity) => {
		let requests = 0;
		const hasTime = () => {
			requests += 1;
			return requests <= maxRequests;
		};
		return await detectChanges(channel, settingsOf(event, includeExisting), state, hasTime);
	};
}

/** Returns a function that polls without an error, and returns the events. */
function pollerOf(...trigger: Parameters<typeof triggerOf>) {
	const poll = triggerOf(...trigger);
	return async (maxRequests?: number): Promise<readonly IDataObject[]> => {
		const { events, error } = await poll(maxRequests);
		expect(error).toBeUndefined();
		return events;
	};
}

const contactOf = (id: string, status = 'lead', tags: string[] = []): Contact => ({
	id,
	custom_fields: { status },
	tags,
	created_at: 1_700_000_000,
});

const contactsOf = (count: number) =>
	Array.from({ length: count }, (_, index) => contactOf(String(index)));

/** A channel whose matching contacts the test replaces. A lookup returns another value. */
function channelOf(contacts: Contact[], pageSize = 1_000) {
	const channel = {
		contacts,
		pages: [] as number[],
		lookedUp: [] as string[],
		total: undefined as number | undefined,
		getContact: (id: string): Promise<Contact> => {
			channel.lookedUp.push(id);
			return Promise.resolve(contactOf(id, 'customer'));
		},
		findContacts: (_name: string, _value: string, page: number): Promise<ContactPage> => {
			channel.pages.push(page);
			const { total } = channel;
			return Promise.resolve({
				contacts: channel.contacts.slice((page - 1) * pageSize, page * pageSize),
				size: 0,
				hasNext: page * pageSize < channel.contacts.length,
				...(total === undefined ? {} : { total }),
			});
		},
	};
	return channel;
}

const ids = (events: readonly IDataObject[]) => events.map(({ id }) => id);

it('New Matching Contact reports each new contact once, and again after it stopped matching', async () => {
	const channel = channelOf([contactOf('1')]);
	const poll = pollerOf(channel, 'contactMatches');
	expect(await poll()).toEqual([]);

	channel.contacts = [contactOf('2'), contactOf('1')];

	expect(await poll()).toEqual([contactOf('2')]);
	expect(await poll()).toEqual([]);
	channel.contacts = [];
	expect(await poll()).toEqual([]);

	channel.contacts = [contactOf('1')];

	expect(await poll()).toEqual([contactOf('1')]);
});

it('New Matching Contact reports existing contacts if they are included', async () => {
	const poll = pollerOf(channelOf(contactsOf(3), 2), 'contactMatches', true);

	expect(ids(await poll(1))).toEqual(['0', '1']);
	expect(ids(await poll(1))).toEqual(['2']);
	expect(await poll(2)).toEqual([]);
});

it('New Matching Contact reports a contact before all pages are read', async () => {
	const channel = channelOf(contactsOf(6), 2);
	const poll = pollerOf(channel, 'contactMatches');
	await poll();
	channel.contacts = [contactOf('new'), ...contactsOf(6)];

	expect(ids(await poll(1))).toEqual(['new']);
});

it.each([{ status: 'Lead' }, { status: null }])(
	'New Matching Contact ignores search results with a different value: %j',
	async (custom_fields) => {
		const channel = channelOf([]);
		const poll = pollerOf(channel, 'contactMatches');
		await poll();

		channel.contacts = [{ ...contactOf('1'), custom_fields }];

		expect(await poll()).toEqual([]);
	},
);

it('New Matching Contact reports new contacts before it looks up missing ones', async () => {
	const channel = channelOf(contactsOf(100));
	const poll = pollerOf(channel, 'contactMatches');
	await poll();
	channel.contacts = [];
	await poll(11);
	channel.contacts = [contactOf('new')];

	expect(ids(await poll(1))).toEqual(['new']);
	expect(channel.lookedUp).toHaveLength(10);
});

describe('Ended matches', () => {
	/** Returns a trigger that monitors contact 1, and a poll whose search no longer finds it. */
	async function withoutContact(getContact: () => Promise<Contact>) {
		const channel = { ...channelOf([contactOf('1')]), getContact };
		const poll = triggerOf(channel, 'contactStopsMatching');
		await poll();
		channel.findContacts = () => Promise.resolve({ contacts: [], size: 0, hasNext: false });
		return poll;
	}

	it.each([{ status: 'customer' }, { status: null }])(
		'Contact No Longer Matches reports a contact with the custom fields %j once',
		async (custom_fields) => {
			const contact = { ...contactOf('1'), custom_fields };
			const poll = await withoutContact(() => Promise.resolve(contact));

			expect(await poll()).toEqual({ events: [contact] });
			expect(await poll()).toEqual({ events: [] });
		},
	);

	it.each([
		['no contact', apiErrorWith('contactNotFound', 'notDone')],
		['status 404', apiErrorWith('rejected', 'notDone', { status: 404 })],
	] as const)(
		'Contact No Longer Matches reports the ID of a contact whose lookup returns %s',
		async (_title, failure) => {
			const poll = await withoutContact(() => Promise.reject(failure));

			expect(await poll()).toEqual({ events: [{ id: '1', custom_fields: {}, tags: [] }] });
		},
	);

	it('Contact No Longer Matches ignores a missing contact that still has the value', async () => {
		const poll = await withoutContact(() => Promise.resolve(contactOf('1')));

		expect(await poll()).toEqual({ events: [] });
		expect(await poll()).toEqual({ events: [] });
	});

	it('Contact No Longer Matches retries a failed lookup in the next poll', async () => {
		let lookUp = (): Promise<Contact> => Promise.reject(apiErrorWith('serverFault', 'unknown'));
		const poll = await withoutContact(async () => await lookUp());
		expect(await poll()).toEqual({ events: [] });

		lookUp = () => Promise.resolve(contactOf('1', 'customer'));

		expect(await poll()).toEqual({ events: [contactOf('1', 'customer')] });
	});

	it.each(['rateLimited', 'tokenInvalid'] as const)(
		'A poll fails if a lookup fails with an error that concerns all contacts: %s',
		async (reason) => {
			const error = apiErrorWith(reason, 'notDone');
			const poll = await withoutContact(() => Promise.reject(error));

			expect(await poll()).toEqual({ events: [], error });
		},
	);

	it('The next poll continues with the remaining lookups', async () => {
		const channel = channelOf(contactsOf(5));
		const poll = pollerOf(channel, 'contactStopsMatching');
		await poll();
		channel.contacts = [];

		expect(await poll(4)).toHaveLength(3);
		expect(await poll(4)).toHaveLength(2);
		expect(await poll(4)).toEqual([]);
	});
});

describe('Updates', () => {
	const before = { custom_fields: { status: 'lead' }, tags: [] };

	it('Contact Updated reports each change once, with the previous values, and no new matches', async () => {
		const channel = channelOf([contactOf('1')]);
		const poll = pollerOf(channel, 'contactChanges');
		await poll();
		channel.contacts = [contactOf('1', 'lead', ['vip']), contactOf('2')];

		expect(await poll()).toEqual([{ ...contactOf('1', 'lead', ['vip']), before }]);
		expect(await poll()).toEqual([]);
	});

	it('Contact Updated reports changes of contacts that the search did not return', async () => {
		const channel = channelOf([contactOf('1')]);
		const poll = pollerOf(channel, 'contactChanges');
		await poll();
		channel.contacts = [];
		channel.getContact = () => Promise.resolve(contactOf('1', 'lead', ['vip']));

		expect(await poll()).toMatchObject([{ id: '1', tags: ['vip'], before }]);
	});

	it('Contact Updated fails if the watched fields are too large', async () => {
		const large = { ...contactOf('1'), tags: ['x'.repeat(maxContentCharacters)] };

		expect((await triggerOf(channelOf([large]), 'contactChanges')()).error).toMatchObject({
			message: expect.stringContaining('too large to store') as string,
			advice: expect.stringContaining("'Watch'") as string,
		});
	});
});

it('The next poll continues with the next page', async () => {
	const channel = channelOf(contactsOf(5), 2);
	const poll = pollerOf(channel, 'contactMatches');

	for (let count = 0; count < 4; count += 1) await poll(1);

	expect(channel.pages).toEqual([1, 2, 3, 1]);
});

it('A poll restarts at the first page if the total changes', async () => {
	const channel = channelOf(contactsOf(6), 2);
	channel.total = 6;
	const poll = pollerOf(channel, 'contactMatches');
	await poll(1);
	// Contact 2 moves from page 2 to page 1, which was already read.
	channel.contacts = contactsOf(6).slice(1);
	channel.total = 5;

	await poll();

	expect(channel.pages).toEqual([1, 2, 1, 2, 3]);
	expect(await poll()).toEqual([]);
});

it('A poll reads all pages even if the total changes with every page', async () => {
	const channel = channelOf(contactsOf(6), 2);
	const { findContacts } = channel;
	channel.findContacts = async (...search) => {
		channel.total = channel.pages.length;
		return await findContacts(...search);
	};
	await pollerOf(channel, 'contactMatches')();

	expect(channel.pages.slice(-3)).toEqual([1, 2, 3]);
	expect(channel.pages.length).toBeLessThan(15);
});

it('A poll fails after the first page if too many contacts match', async () => {
	const channel = channelOf(contactsOf(5), 2);
	channel.total = maxContacts + 1;

	const { error } = await triggerOf(channel, 'contactMatches')();

	expect(error).toMatchObject({
		details: { reason: 'tooManyMatch', maxMatches: 10_000, value: 'lead' },
	});
	expect(channel.pages).toEqual([1]);
});

it('A poll fails if more than 10,000 contacts match and the service returns no total', async () => {
	const errorWith = async (count: number) =>
		(await triggerOf(channelOf(contactsOf(count)), 'contactMatches')()).error;

	expect(await errorWith(maxContacts)).toBeUndefined();
	expect(await errorWith(maxContacts + 1)).toMatchObject({ reason: 'tooManyMatch' });
});

it('A poll fails if a page repeats the contacts of previous pages', async () => {
	const channel = channelOf([]);
	channel.findContacts = () =>
		Promise.resolve({ contacts: [contactOf('1')], size: 0, hasNext: true });

	const { error } = await triggerOf(channel, 'contactMatches')();

	expect(error).toMatchObject({ reason: 'pagesRepeat' });
});

it('A poll fails if a contact has no ID', async () => {
	const { error } = await triggerOf(channelOf([{ tags: [] }]), 'contactMatches')();

	expect(error).toMatchObject({ reason: 'contactWithoutId' });
});

it('A failed poll returns the events of previous pages, and the next poll retries the failed page', async () => {
	const channel = channelOf([], 2);
	const poll = triggerOf(channel, 'contactMatches');
	await poll();
	channel.contacts = contactsOf(4);
	const { findContacts } = channel;
	const failure = apiErrorWith('serverFault', 'unknown');
	channel.findContacts = async (name, value, page) =>
		page === 2 ? await Promise.reject(failure) : await findContacts(name, value, page);

	const { events, error } = await poll();
	channel.findContacts = findContacts;

	expect(ids(events)).toEqual(['0', '1']);
	expect(error).toBe(failure);
	expect(ids((await poll()).events)).toEqual(['2', '3']);
});

it('A poll ends without an error if a request could not start in time', async () => {
	const channel = channelOf([]);
	channel.findContacts = () => Promise.reject(apiErrorWith('cancelled', 'notDone'));

	expect(await triggerOf(channel, 'contactMatches')()).toEqual({ events: [] });
});

describe('Random changes', () => {
	const change: fc.Arbitrary<ContactChange> = fc.record({
		kind: fc.constantFrom('enters', 'leaves', 'isDeleted', 'changes'),
		place: fc.nat(40),
	});
	const scenarios = fc.record({
		initialCount: fc.nat(12),
		polls: fc.array(
			fc.record({
				changes: fc.array(change, { maxLength: 6 }),
				maxRequests: fc.integer({ min: 1, max: 8 }),
			}),
			{ maxLength: 12 },
		),
	});
	type Scenario = typeof scenarios extends fc.Arbitrary<infer Value> ? Value : never;

	/** Polls during the changes, and then until the pass is complete. Returns all events. */
	async function play({ initialCount, polls }: Scenario, event: TriggerEvent) {
		const channel = new MovingChannel(initialCount);
		const initial = [...channel.contacts];
		const poll = pollerOf(channel, event);
		await poll();
		const events: IDataObject[] = [];
		for (const { changes, maxRequests } of polls) {
			channel.schedule(changes);
			events.push(...(await poll(maxRequests)));
		}
		channel.schedule([]);
		events.push(...(await poll()), ...(await poll()));
		return { initial: ids(initial), final: ids(channel.contacts), events, channel };
	}

	it('New Matching Contact reports each new contact exactly once', async () => {
		await fc.assert(
			fc.asyncProperty(scenarios, async (scenario) => {
				const { initial, final, events } = await play(scenario, 'contactMatches');
				const reported = ids(events);
				expect(new Set(reported).size).toBe(reported.length);
				expect(reported.filter((id) => initial.includes(id))).toEqual([]);
				const expected = final.filter((id) => !initial.includes(id));
				expect(expected.filter((id) => !reported.includes(id))).toEqual([]);
			}),
		);
	});

	it('Contact No Longer Matches reports each contact that stopped matching exactly once', async () => {
		await fc.assert(
			fc.asyncProperty(scenarios, async (scenario) => {
				const { initial, final, events } = await play(scenario, 'contactStopsMatching');
				const reported = ids(events);
				expect(new Set(reported).size).toBe(reported.length);
				expect(reported.filter((id) => final.includes(id))).toEqual([]);
				const expected = initial.filter((id) => !final.includes(id));
				expect(expected.filter((id) => !reported.includes(id))).toEqual([]);
			}),
		);
	});

	it('Contact Updated reports all changes from the first values to the last', async () => {
		await fc.assert(
			fc.asyncProperty(scenarios, async (scenario) => {
				const { initial, events, channel } = await play(scenario, 'contactChanges');
				for (const contact of channel.contacts) {
					if (!initial.includes(contact.id)) continue;
					let content: IDataObject = { custom_fields: { status: 'lead', visits: '0' }, tags: [] };
					for (const { before, ...after } of events.filter(({ id }) => id === contact.id)) {
						expect(before).toEqual(content);
						content = parseContent(watchedContent(after, 'all'));
						expect(content).not.toEqual(before);
					}
					expect(content).toEqual(parseContent(watchedContent(contact, 'all')));
				}
			}),
		);
	});
});

it('A poll searches other spellings of a phone number if no contact matches', async () => {
	const contact: Contact = { ...contactOf('1'), custom_fields: { phone: '34600000001' } };
	const searched: string[] = [];
	const channel = {
		getContact: () => Promise.resolve(contact),
		findContacts: (_name: string, value: string): Promise<ContactPage> => {
			searched.push(value);
			const contacts = value === '34600000001' ? [contact] : [];
			return Promise.resolve({ contacts, size: 0, hasNext: false });
		},
	};
	const phone = {
		kind: 'customField',
		name: 'phone',
		value: '+34600000001',
		otherValues: ['34600000001', '0034600000001'],
	} as const;
	const settings = { ...settingsOf('contactMatches', true), match: phone };

	const { events } = await detectChanges(channel, settings, newState(), () => true);

	expect(ids(events)).toEqual(['1']);
	expect(searched).toEqual(['+34600000001', '34600000001']);
});
