import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../../../nodes/ChannelMessaging/api/apiError';
import type { Contact, ContactPage } from '../../../nodes/ChannelMessaging/api/contact';
import {
	type KnownContacts,
	mostLookedUp,
} from '../../../nodes/ChannelMessagingTrigger/comparison';
import { contentOf, readContent } from '../../../nodes/ChannelMessagingTrigger/contactContent';
import { lookForEvents, mostContacts } from '../../../nodes/ChannelMessagingTrigger/lookForEvents';
import type { TriggerEvent } from '../../../nodes/ChannelMessagingTrigger/triggerSettings';
import { apiErrorOf } from '../api/apiErrorOf';
import { apiErrorWith } from '../api/apiErrorWith';
import { type Happening, match, MovingChannel } from './movingChannel';

const settingsOf = (event: TriggerEvent, includeExisting = false) =>
	({ event, match, watched: 'all', includeExisting }) as const;

type SearchedChannel = Parameters<typeof lookForEvents>[0];

/** A trigger that polls a channel again and again. */
function pollerOf(channel: SearchedChannel, event: TriggerEvent, includeExisting = false) {
	let known: KnownContacts | undefined;
	return async (): Promise<readonly IDataObject[]> => {
		const looked = await lookForEvents(channel, settingsOf(event, includeExisting), known);
		({ known } = looked);
		return looked.events;
	};
}

/** A contact in the form that Get gives it. */
const contactOf = (id: string, status = 'lead', tags: string[] = []): Contact => ({
	id,
	custom_fields: { status },
	tags,
	created_at: 1_700_000_000,
});

/** A channel with one page of matching contacts, which the test exchanges. */
function channelOf(contacts: Contact[]) {
	const channel = {
		contacts,
		lookedUp: [] as string[],
		getContact: (id: string): Promise<Contact> => {
			channel.lookedUp.push(id);
			return Promise.resolve(contactOf(id, 'customer'));
		},
		findContacts: (): Promise<ContactPage> =>
			Promise.resolve({ contacts: channel.contacts, size: 0, hasNext: false }),
	};
	return channel;
}

const ids = (events: readonly IDataObject[]) => events.map(({ id }) => id);

describe('a contact that starts to match', () => {
	it('gives one event, and none where it matched at the first poll', async () => {
		const channel = channelOf([contactOf('1')]);
		const poll = pollerOf(channel, 'contactMatches');
		expect(await poll()).toEqual([]);

		channel.contacts = [contactOf('2'), contactOf('1')];

		expect(await poll()).toEqual([contactOf('2')]);
		expect(await poll()).toEqual([]);
	});

	it('gives one also at the first poll where existing contacts are included', async () => {
		const poll = pollerOf(channelOf([contactOf('1'), contactOf('2')]), 'contactMatches', true);

		expect(ids(await poll())).toEqual(['1', '2']);
		expect(await poll()).toEqual([]);
	});

	it('gives another one when it matches again after two polls without it', async () => {
		const channel = channelOf([contactOf('1')]);
		const poll = pollerOf(channel, 'contactMatches');
		await poll();
		channel.contacts = [];
		await poll();
		await poll();

		channel.contacts = [contactOf('1')];

		expect(ids(await poll())).toEqual(['1']);
	});

	it('gives none when a single poll lacked it', async () => {
		const channel = channelOf([contactOf('1')]);
		const poll = pollerOf(channel, 'contactMatches');
		await poll();
		channel.contacts = [];
		await poll();

		channel.contacts = [contactOf('1')];

		expect(await poll()).toEqual([]);
		expect(channel.lookedUp).toEqual([]);
	});
});

describe('a contact that stops matching', () => {
	/** A poller that knows contact 1, which is no longer found. */
	async function withoutContact(getContact: () => Promise<Contact>) {
		const channel = { ...channelOf([contactOf('1')]), getContact };
		const poll = pollerOf(channel, 'contactStopsMatching');
		await poll();
		channel.findContacts = () => Promise.resolve({ contacts: [], size: 0, hasNext: false });
		return poll;
	}

	it('gives an event as it is now, at the second poll that lacks it', async () => {
		const poll = await withoutContact(() => Promise.resolve(contactOf('1', 'customer')));

		expect(await poll()).toEqual([]);
		expect(await poll()).toEqual([contactOf('1', 'customer')]);
		expect(await poll()).toEqual([]);
	});

	it('gives its identifier where the service knows nothing else of it any more', async () => {
		const poll = await withoutContact(() => Promise.reject(apiErrorWith('refused', 'notDone')));
		await poll();

		expect(await poll()).toEqual([{ id: '1', custom_fields: {}, tags: [] }]);
	});

	it('gives none while it shows the value, whatever searches lack', async () => {
		const poll = await withoutContact(() => Promise.resolve(contactOf('1')));

		expect((await Promise.all([await poll(), await poll(), await poll()])).flat()).toEqual([]);
	});

	it.each(['serverFault', 'timedOut', 'unreadable'] as const)(
		'is looked up again at the next poll where the answer is %s',
		async (reason) => {
			let asked = 0;
			const poll = await withoutContact(() => {
				asked += 1;
				if (asked === 1) return Promise.reject(apiErrorWith(reason, 'unknown'));
				return Promise.resolve(contactOf('1', 'customer'));
			});
			await poll();

			expect(await poll()).toEqual([]);
			expect(ids(await poll())).toEqual(['1']);
		},
	);

	it.each(['tokenInvalid', 'rateLimited', 'notConnected'] as const)(
		'fails the poll where all calls fail: %s',
		async (reason) => {
			const failure = apiErrorWith(reason, 'notDone');
			const poll = await withoutContact(() => Promise.reject(failure));
			await poll();

			expect(await apiErrorOf(poll())).toBe(failure);
		},
	);

	it('costs a call, so that many are spread over several polls', async () => {
		const all = Array.from({ length: mostLookedUp + 1 }, (_, index) => contactOf(String(index)));
		const channel = channelOf(all);
		const poll = pollerOf(channel, 'contactStopsMatching');
		await poll();
		channel.contacts = [];
		await poll();

		expect(await poll()).toHaveLength(mostLookedUp);
		expect(await poll()).toHaveLength(1);
	});
});

describe('a contact that changes', () => {
	const before = { custom_fields: { status: 'lead' }, tags: [] };

	it('gives an event with its content before', async () => {
		const channel = channelOf([contactOf('1')]);
		const poll = pollerOf(channel, 'contactChanges');
		await poll();
		channel.contacts = [contactOf('1', 'lead', ['vip'])];

		expect(await poll()).toEqual([{ ...contactOf('1', 'lead', ['vip']), before }]);
		expect(await poll()).toEqual([]);
	});

	it('gives none when it begins to match', async () => {
		const channel = channelOf([]);
		const poll = pollerOf(channel, 'contactChanges');
		await poll();
		channel.contacts = [contactOf('1')];

		expect(await poll()).toEqual([]);
	});

	it('is noticed also where pages lack it and it is looked up', async () => {
		const channel = channelOf([contactOf('1')]);
		const poll = pollerOf(channel, 'contactChanges');
		await poll();
		channel.contacts = [];
		channel.getContact = () => Promise.resolve(contactOf('1', 'lead', ['vip']));
		await poll();

		expect(await poll()).toMatchObject([{ id: '1', tags: ['vip'], before }]);
	});
});

describe('a search', () => {
	it('of more contacts than are followed fails at once where the service says how many', async () => {
		const asked: number[] = [];
		const channel = {
			...channelOf([]),
			findContacts: (_name: string, _value: string, page: number) => {
				asked.push(page);
				const contacts = [contactOf(String(page))];
				return Promise.resolve({ contacts, size: 0, hasNext: true, total: mostContacts + 1 });
			},
		};
		const failure = await apiErrorOf(pollerOf(channel, 'contactMatches')());

		expect(failure.details).toMatchObject({ reason: 'tooManyMatch', most: 50_000, value: 'lead' });
		expect(asked).toEqual([1]);
	});

	it.each([
		[mostContacts, undefined],
		[mostContacts + 1, 'tooManyMatch'],
	])('of %d contacts ends with %p where it says nothing', async (count, reason) => {
		const inAPage = 1_000;
		const channel = {
			...channelOf([]),
			findContacts: (_name: string, _value: string, page: number) => {
				const from = (page - 1) * inAPage;
				const contacts = Array.from({ length: Math.min(inAPage, count - from) }, (_, index) =>
					contactOf(String(from + index)),
				);
				return Promise.resolve({ contacts, size: 0, hasNext: from + inAPage < count });
			},
		};
		const ended: unknown = await pollerOf(channel, 'contactMatches')().catch(
			(error: unknown) => error,
		);

		expect(ended instanceof ApiError ? ended.reason : undefined).toBe(reason);
	});

	it('refuses contacts that can not be told apart', async () => {
		const channel = channelOf([{ tags: [] }]);

		expect((await apiErrorOf(pollerOf(channel, 'contactMatches')())).reason).toBe(
			'contactWithoutId',
		);
	});
});

describe('however contacts come, go and change while their pages are read', () => {
	const happening: fc.Arbitrary<Happening> = fc.record({
		kind: fc.constantFrom('enters', 'leaves', 'isDeleted', 'changes'),
		place: fc.nat(40),
	});
	const stories = fc.record({
		initially: fc.nat(12),
		polls: fc.array(fc.array(happening, { maxLength: 6 }), { maxLength: 8 }),
	});
	/** Two for what searches lacked, and one for what was looked up in vain. */
	const quiet = [[], [], []];

	/** All events of a story, poll by poll; a poll that fails changes nothing. */
	async function tell(
		{ initially, polls }: { initially: number; polls: Happening[][] },
		event: TriggerEvent,
	) {
		const channel = new MovingChannel(initially);
		const atFirst = [...channel.contacts];
		const poll = pollerOf(channel, event);
		await poll();
		const events: IDataObject[] = [];
		for (const happenings of [...polls, ...quiet]) {
			channel.willHappen(happenings);
			events.push(...(await poll().catch(() => [])));
		}
		return { atFirst: ids(atFirst), inTheEnd: ids(channel.contacts), events, channel };
	}

	it('whoever starts to match and stays gives one event, and nobody gives two', async () => {
		await fc.assert(
			fc.asyncProperty(stories, async (story) => {
				const { atFirst, inTheEnd, events } = await tell(story, 'contactMatches');
				const given = ids(events);
				expect(new Set(given).size).toBe(given.length);
				expect(given.filter((id) => atFirst.includes(id))).toEqual([]);
				const expected = inTheEnd.filter((id) => !atFirst.includes(id));
				expect(expected.filter((id) => !given.includes(id))).toEqual([]);
			}),
		);
	});

	it('whoever matched and stops gives one event, and nobody else gives any', async () => {
		await fc.assert(
			fc.asyncProperty(stories, async (story) => {
				const { atFirst, inTheEnd, events } = await tell(story, 'contactStopsMatching');
				const given = ids(events);
				expect(new Set(given).size).toBe(given.length);
				expect(given.filter((id) => inTheEnd.includes(id))).toEqual([]);
				const expected = atFirst.filter((id) => !inTheEnd.includes(id));
				expect(expected.filter((id) => !given.includes(id))).toEqual([]);
			}),
		);
	});

	it('the changes of a contact follow each other, from what it was to what it is', async () => {
		await fc.assert(
			fc.asyncProperty(stories, async (story) => {
				const { atFirst, events, channel } = await tell(story, 'contactChanges');
				for (const contact of channel.contacts) {
					if (!atFirst.includes(contact.id)) continue;
					let content: IDataObject = { custom_fields: { status: 'lead', visits: '0' }, tags: [] };
					for (const { before, ...after } of events.filter(({ id }) => id === contact.id)) {
						expect(before).toEqual(content);
						content = readContent(contentOf(after, 'all'));
						expect(content).not.toEqual(before);
					}
					expect(content).toEqual(readContent(contentOf(contact, 'all')));
				}
			}),
		);
	});
});
