import type { Contact } from '../../../nodes/ChannelMessaging/client/contact';
import { contactIdOf } from '../../../nodes/ChannelMessaging/client/contactId';
import { BaselineCompleteness } from '../../../nodes/ChannelMessagingTrigger/baselineCompleteness';
import { searchAndLookUp } from '../../../nodes/ChannelMessagingTrigger/searchAndLookUp';
import type { TriggerSettings } from '../../../nodes/ChannelMessagingTrigger/settings';
import {
	newState,
	stateOf,
	type TriggerState,
} from '../../../nodes/ChannelMessagingTrigger/triggerState';
import { apiErrorWith } from '../client/apiErrorWith';
import { contactOf, LocalContacts } from '../contacts/localContacts';

// The trigger's simulation checks which events a trigger reports, and their content.

/** The documented maximum number of contacts of a trigger. */
const maxContacts = 10_000;

const settingsOf = (changes: Partial<TriggerSettings>): TriggerSettings => ({
	event: 'contactMatches',
	match: { kind: 'customField', name: 'status', value: 'lead' },
	watched: 'all',
	includeExisting: false,
	...changes,
});

/** Returns a function that polls a channel. */
function triggerOf(
	channel: Parameters<typeof searchAndLookUp>[0],
	changes: Partial<TriggerSettings> = {},
) {
	const settings = settingsOf(changes);
	const state = newState(settings, settings.includeExisting);
	return async () => await searchAndLookUp(channel, settings, state, { isStopped: false });
}

const statusOf = (id: string, status: string) => contactOf(id, { status });
const lead = statusOf('1', 'lead');
const customer = statusOf('1', 'customer');

const leads = (count: number) =>
	Array.from({ length: count }, (_, index) => statusOf(String(index), 'lead'));

it('Contact No Longer Matches outputs the ID of a deleted contact', async () => {
	const channel = new LocalContacts([lead]);
	const poll = triggerOf(channel, { event: 'contactStopsMatching' });
	await poll();
	channel.contacts = [];

	const deleted = { id: '1', contactId: '1', custom_fields: {}, tags: [] };
	expect((await poll()).events).toEqual([deleted]);
});

it('a contact that a pass did not find stops matching only if a lookup confirms it', async () => {
	const channel = new LocalContacts([lead]);
	const poll = triggerOf(channel, { event: 'contactStopsMatching' });
	await poll();
	channel.unindex();
	expect((await poll()).events).toEqual([]);

	channel.contacts = [customer];
	expect((await poll()).events).toEqual([{ ...customer, contactId: '1' }]);
	expect((await poll()).events).toEqual([]);
});

it('a contact is looked up although each pass uses up the requests of a poll', async () => {
	const channel = new LocalContacts(leads(4));
	const settings = settingsOf({ event: 'contactStopsMatching' });
	const state = newState(settings, settings.includeExisting);
	const poll = async () => {
		const lastRequest = channel.requests.length + 2;
		const cancellation = {
			get isStopped() {
				return channel.requests.length === lastRequest;
			},
		};
		return (await searchAndLookUp(channel, settings, state, cancellation)).events;
	};
	await poll();
	channel.contacts = leads(3);

	expect(await poll()).toEqual([]);
	expect(await poll()).toMatchObject([{ id: '3', contactId: '3' }]);
});

describe('a contact that a lookup removed', () => {
	async function removed() {
		const channel = new LocalContacts([]);
		const poll = triggerOf(channel);
		await poll();
		channel.contacts = [lead];
		await poll();
		channel.contacts = [customer];
		expect((await poll()).events).toEqual([]);
		channel.requests.length = 0;
		return { channel, poll };
	}

	const event = { ...lead, contactId: '1' };

	it('is looked up if search results contradict the lookup', async () => {
		const { channel, poll } = await removed();
		channel.contacts = [lead];
		channel.getContact = () => Promise.resolve(customer);
		expect((await poll()).events).toEqual([]);

		channel.getContact = () => Promise.resolve(lead);
		expect((await poll()).events).toEqual([event]);
	});

	it('matches again without a lookup if search results confirmed the lookup', async () => {
		const { channel, poll } = await removed();
		await poll();
		channel.contacts = [lead];

		expect((await poll()).events).toEqual([event]);
		expect(channel.requests).not.toContain('1');
	});

	it('is looked up if the searches that did not find it repeated another contact', async () => {
		const { channel, poll } = await removed();
		const other = statusOf('2', 'lead');
		const repeated = { contacts: [other], bytes: 100, hasNext: false, total: 2 };
		channel.contacts = [customer, other];
		channel.findContacts = async (_name, _value, page) =>
			await Promise.resolve({ ...repeated, hasNext: page === 1 });
		await poll();
		const outdated = { ...repeated, contacts: [lead, other] };
		channel.findContacts = async () => await Promise.resolve(outdated);

		expect((await poll()).events).toEqual([]);
		expect(channel.requests).toContain('1');
	});
});

it('Contact Updated outputs a change that only a lookup shows', async () => {
	const channel = new LocalContacts([lead]);
	const poll = triggerOf(channel, { event: 'contactChanges' });
	await poll();
	channel.unindex();
	const changed = { ...lead, tags: ['vip'] };
	channel.contacts = [changed];

	expect((await poll()).events).toEqual([
		{ ...changed, contactId: '1', before: expect.objectContaining({ tags: [] }) as object },
	]);
});

it('search results that lag behind the state of an earlier process are not reported as changes', async () => {
	const settings = settingsOf({ event: 'contactChanges' });
	const channel = new LocalContacts([lead], { lagging: 'content' });
	const poll = async (state: TriggerState) =>
		(await searchAndLookUp(channel, settings, state, { isStopped: false })).events;
	const state = newState(settings, false);
	channel.contacts = [{ ...lead, tags: ['vip'] }];
	await poll(state);
	channel.contacts = [lead];
	channel.freezeIndex();
	channel.contacts = [{ ...lead, tags: ['vip'] }];

	const restarted = stateOf(state.snapshot);
	expect(await poll(restarted)).toEqual([]);
	channel.thawIndex();
	expect(await poll(restarted)).toEqual([]);
});

it('a contact counts as deleted after three searches without it and inconclusive lookups, even after a restart', async () => {
	const settings = settingsOf({ event: 'contactStopsMatching' });
	const channel = new LocalContacts([lead]);
	const poll = async (state: TriggerState) =>
		(await searchAndLookUp(channel, settings, state, { isStopped: false })).events;
	const state = newState(settings, false);
	await poll(state);
	channel.contacts = [];
	channel.getContact = () => Promise.reject(apiErrorWith('rejected', 'notDone'));

	const restarted = stateOf(state.snapshot);
	expect([...(await poll(restarted)), ...(await poll(restarted))]).toEqual([]);
	expect(await poll(restarted)).toMatchObject([{ contactId: '1' }]);
});

it('a baseline includes contacts that matched before another process published the workflow', async () => {
	const settings = settingsOf({});
	const channel = new LocalContacts([lead]);
	const older = newState(settings, false);
	await searchAndLookUp(channel, settings, older, { isStopped: false });

	const state = stateOf(newState(settings, false).snapshot, older);
	const { events } = await searchAndLookUp(channel, settings, state, { isStopped: false });
	expect(events).toEqual([]);
});

it('contacts that another process has not read yet need no lookup', async () => {
	const settings = settingsOf({ event: 'contactChanges' });
	const channel = new LocalContacts(leads(6));
	const older = newState(settings, false);
	await searchAndLookUp(channel, settings, older, { isStopped: false });
	channel.requests.length = 0;

	const state = stateOf(newState(settings, false).snapshot, older);
	await searchAndLookUp(channel, settings, state, { isStopped: false });
	expect(channel.requests).toEqual(['status=lead 1', 'status=lead 2', 'status=lead 3']);
});

it('a field that a contact gets while n8n restarts is reported as a change', async () => {
	const settings = settingsOf({ event: 'contactChanges' });
	const channel = new LocalContacts([lead]);
	const poll = async (state: TriggerState) =>
		(await searchAndLookUp(channel, settings, state, { isStopped: false })).events;
	const state = newState(settings, false);
	await poll(state);
	channel.contacts = [contactOf('1', { status: 'lead', city: 'Lugo' })];

	const restarted = stateOf(state.snapshot);
	await poll(restarted);
	expect(await poll(restarted)).toMatchObject([{ contactId: '1' }]);
});

describe('Contact Updated and a custom field that only lookups return', () => {
	const stored = contactOf('1', { status: 'lead', city: 'Lugo' });

	/** Returns a trigger whose searches show other fields than its lookups. */
	async function triggerWith(found: Contact) {
		const channel = new LocalContacts([found]);
		const poll = triggerOf(channel, { event: 'contactChanges' });
		channel.getContact = () => Promise.resolve(stored);
		await poll();
		return { channel, poll };
	}

	it("a lookup that returns more fields than the search isn't an event", async () => {
		const { channel, poll } = await triggerWith(lead);
		channel.unindex();

		expect((await poll()).events).toEqual([]);
		channel.thawIndex();
		expect((await poll()).events).toEqual([]);
	});

	it("a search that omits a known field isn't an event if a lookup returns the field", async () => {
		const { channel, poll } = await triggerWith(stored);
		channel.contacts = [lead];

		expect((await poll()).events).toEqual([]);
		channel.contacts = [stored];
		expect((await poll()).events).toEqual([]);
	});

	it('a field that is missing from a search and a lookup is reported as cleared once', async () => {
		const { channel, poll } = await triggerWith(stored);
		channel.contacts = [lead];
		channel.getContact = () => Promise.resolve(lead);

		expect(await poll()).toMatchObject({
			events: [{ contactId: '1', before: { custom_fields: { city: 'Lugo' } } }],
		});
		expect((await poll()).events).toEqual([]);
	});

	it("a field that only a lookup has shown isn't an event if later lookups are inconclusive", async () => {
		const { channel, poll } = await triggerWith({ ...lead, tags: ['new'] });
		channel.getContact = () => Promise.resolve({ ...stored, tags: ['vip'] });
		channel.unindex();
		expect(await poll()).toMatchObject({ events: [{ tags: ['vip'] }] });
		channel.thawIndex();
		channel.contacts = [{ ...lead, tags: ['vip'] }];
		channel.getContact = () => Promise.reject(apiErrorWith('rejected', 'notDone'));

		for (let count = 1; count <= 8; count += 1) expect((await poll()).events).toEqual([]);

		// Other changes are still events.
		channel.contacts = [{ ...lead, tags: ['new'] }];
		expect(await poll()).toMatchObject({ events: [{ tags: ['new'] }] });
	});

	it('a custom field that searches newly contain is a change', async () => {
		const { channel, poll } = await triggerWith(lead);
		channel.contacts = [stored];

		expect(await poll()).toMatchObject({
			events: [{ contactId: '1', custom_fields: { city: 'Lugo' } }],
		});
	});
});

describe('a custom field that only searches return', () => {
	const inCity = (city: string) => contactOf('1', { status: 'lead', city });

	async function triggerWithoutCity() {
		const channel = new LocalContacts([inCity('Lugo')]);
		const poll = triggerOf(channel, { event: 'contactChanges' });
		channel.getContact = () => Promise.resolve(lead);
		await poll();
		return { channel, poll };
	}

	it('is reported as changed when ten searches have contradicted the lookup', async () => {
		const { channel, poll } = await triggerWithoutCity();
		channel.unindex();
		await poll();
		channel.thawIndex();
		channel.contacts = [inCity('Vigo')];

		for (let pass = 1; pass < 10; pass += 1) expect((await poll()).events).toEqual([]);
		expect((await poll()).events).toMatchObject([inCity('Vigo')]);
		expect((await poll()).events).toEqual([]);
	});

	it('is not reported as changed when a search shows the contact after a lookup', async () => {
		const { channel, poll } = await triggerWithoutCity();
		channel.contacts = [customer];
		channel.getContact = () => Promise.resolve(customer);
		await poll();
		channel.contacts = [inCity('Lugo')];
		channel.getContact = () => Promise.resolve(lead);
		await poll();
		expect((await poll()).events).toEqual([]);

		channel.contacts = [inCity('Vigo')];
		expect((await poll()).events).toMatchObject([inCity('Vigo')]);
	});
});

it('a contact that stopped matching in another process is not reported as new while searches lag', async () => {
	const settings = settingsOf({});
	const channel = new LocalContacts([]);
	const state = newState(settings, false);
	await searchAndLookUp(channel, settings, state, { isStopped: false });
	channel.contacts = [lead];
	channel.getContact = () => Promise.resolve(customer);

	const restarted = stateOf({ ...state.snapshot, gone: ['1'] });
	const { events } = await searchAndLookUp(channel, settings, restarted, { isStopped: false });
	expect(events).toEqual([]);
});

it('a pass searches for all formats of a phone number', async () => {
	const channel = new LocalContacts([]);
	const match = { kind: 'customField', name: 'phone', value: '+442079460001' } as const;
	const otherValues = ['442079460001', '00442079460001'];
	await triggerOf(channel, { event: 'contactStopsMatching', match: { ...match, otherValues } })();

	const searches = [match.value, ...otherValues].map((value) => `phone=${value} 1`);
	expect(channel.requests).toEqual(searches);
});

it('a baseline needs two passes if several formats of a phone number match the same contact', async () => {
	const channel = new LocalContacts([contactOf('1', { phone: '+442079460001' })], {
		match: 'partial',
	});
	const match = { kind: 'customField', name: 'phone', value: '+442079460001' } as const;
	await triggerOf(channel, { match: { ...match, otherValues: ['442079460001'] } })();

	const pass = ['phone=+442079460001 1', 'phone=442079460001 1'];
	expect(channel.requests).toEqual([...pass, ...pass]);
});

it('contacts without an ID do not prolong the baseline if all contacts fit on one page', async () => {
	const channel = new LocalContacts([lead]);
	const requests: number[] = [];
	channel.findContacts = async (_name, _value, page) => {
		requests.push(page);
		const contacts = [lead, { ...lead, id: null }, { ...lead, id: null, tags: ['vip'] }];
		return await Promise.resolve({ contacts, bytes: 0, hasNext: false, total: 3 });
	};

	expect(await triggerOf(channel)()).toMatchObject({ events: [], withoutId: 2 });
	expect(requests).toEqual([1]);
});

it('a contact whose value was unclear during the first pass is not new', async () => {
	const channel = new LocalContacts(leads(2));
	const { findContacts } = channel;
	const cancellation = { isStopped: false };
	channel.findContacts = async (...search) => {
		cancellation.isStopped = true;
		const page = await findContacts(...search);
		const contacts = page.contacts.map((contact) =>
			contactIdOf(contact) === '1' ? contactOf('1') : contact,
		);
		return { ...page, contacts };
	};
	channel.getContact = async () => await Promise.reject(apiErrorWith('rejected', 'notDone'));
	const settings = settingsOf({});
	const state = newState(settings, false);
	const poll = async () => (await searchAndLookUp(channel, settings, state, cancellation)).events;
	await poll();
	channel.findContacts = findContacts;
	cancellation.isStopped = false;

	expect(await poll()).toEqual([]);
	channel.contacts = leads(3);
	expect(await poll()).toMatchObject([{ contactId: '2' }]);
});

it('a contact that the first searches missed is not new if others were replaced meanwhile', async () => {
	// Without a stable order, a search can show one contact twice and another one not at all. In the
	// second search, 3 replaces 1, and in the third one, 4 replaces 3.
	const searches = [
		['1', '1'],
		['1', '3'],
		['3', '4'],
		['2', '4'],
		['4', '2'],
	];
	const gone = ['1', '3'];
	const pages = searches.flat().map((id) => [statusOf(id, 'lead')]);
	const channel = {
		findContacts: async (_name: string, _value: string, page: number) => {
			const contacts = pages.shift() ?? [];
			return await Promise.resolve({ contacts, hasNext: page === 1, total: 2, bytes: 0 });
		},
		getContact: async (id: string) =>
			await Promise.resolve(statusOf(id, gone.includes(id) ? 'customer' : 'lead')),
	};
	const poll = triggerOf(channel);
	const events = [await poll(), await poll()].flatMap((result) => result.events);

	expect(events).toEqual([]);
});

it.each([
	['changes', async () => await Promise.resolve(statusOf('4', 'customer'))],
	['is deleted', async () => await Promise.reject(apiErrorWith('contactNotFound', 'notDone'))],
])(
	'a contact that the first searches missed is not new if another one matches again after it %s',
	async (_change, lookUpGone) => {
		const searches = [
			{ pages: [['1', '2'], ['3', '4'], []], total: 5 },
			{ pages: [['1', '2'], ['3'], []], total: 4 },
			{ pages: [['1', '2'], ['3', '4'], []], total: 5 },
			{ pages: [['1', '2'], ['3', '4'], ['5']], total: 5 },
		];
		let search = searches[0];
		const channel = {
			findContacts: async (_name: string, _value: string, page: number) => {
				if (page === 1) search = searches.shift() ?? search;
				const { pages = [], total = 0 } = search ?? {};
				const contacts = (pages[page - 1] ?? []).map((id) => statusOf(id, 'lead'));
				return await Promise.resolve({ contacts, hasNext: page < 3, total, bytes: 0 });
			},
			getContact: async (id: string) =>
				await (searches.length === 2 ? lookUpGone() : Promise.resolve(statusOf(id, 'lead'))),
		};
		const poll = triggerOf(channel);
		const polled = [await poll(), await poll(), await poll()];

		expect(polled.flatMap(({ events }) => events)).toEqual([]);
	},
);

it('a contact that a search shows again before the baseline ends is not new', async () => {
	// 3 stops matching during the second search, and matches again when the last page is read.
	const pages = [
		{ ids: ['1', '3'], total: 4, hasNext: true },
		{ ids: ['3', '1'], total: 4, hasNext: false },
		{ ids: ['1', '2'], total: 3, hasNext: true },
		{ ids: ['4'], total: 3, hasNext: false },
		{ ids: ['3', '4'], total: 2, hasNext: false },
	];
	const channel = {
		findContacts: async () => {
			const { ids, ...page } = pages.shift() ?? { ids: [], total: 0, hasNext: false };
			const contacts = ids.map((id) => statusOf(id, 'lead'));
			return await Promise.resolve({ ...page, contacts, bytes: 0 });
		},
		getContact: async (id: string) => {
			const matches = id === '3' && pages.length === 0;
			return await Promise.resolve(statusOf(id, matches ? 'lead' : 'customer'));
		},
	};

	expect(await triggerOf(channel)()).toEqual({ events: [], hasRead: true, withoutId: 0 });
	expect(pages).toEqual([]);
});

describe('limits', () => {
	it('a poll fails after the first page if too many contacts match', async () => {
		const channel = new LocalContacts(leads(maxContacts + 1));

		expect((await triggerOf(channel)()).error).toMatchObject({
			details: { reason: 'tooManyMatch', maxMatches: 10_000, value: 'lead' },
		});
		expect(channel.requests).toEqual(['status=lead 1']);
	});

	/** Returns a channel whose searches return the same page without a total. */
	const pageOf = (contacts: Contact[], hasNext: boolean) => ({
		findContacts: jest.fn().mockResolvedValue({ contacts, hasNext }),
		getContact: jest.fn(),
	});

	it('a poll fails if more than 10,000 contacts match and the service returns no total', async () => {
		const errorWith = async (count: number) =>
			(await triggerOf(pageOf(leads(count), false))()).error;

		expect(await errorWith(maxContacts)).toBeUndefined();
		expect(await errorWith(maxContacts + 1)).toMatchObject({ reason: 'tooManyMatch' });
	});

	it('a page of contacts whose field was cleared does not stop the pass', async () => {
		const channel = new LocalContacts([lead]);
		const poll = triggerOf(channel);
		await poll();
		const cleared = contactOf('2');
		const find = channel.findContacts.bind(channel);
		channel.findContacts = async (name, value, page) => {
			const results = await find(name, value, page - 1);
			return page === 1 ? { ...results, contacts: [cleared], hasNext: true } : results;
		};
		channel.contacts = [lead, statusOf('3', 'lead'), cleared];

		expect(await poll()).toMatchObject({ events: [{ contactId: '3' }], hasRead: true });
	});

	it('a poll fails if search results omit a field that the contact has', async () => {
		const channel = new LocalContacts([lead]);
		const poll = triggerOf(channel);
		await poll();
		channel.search.omittedFields = 'all';

		expect((await poll()).error).toMatchObject({ reason: 'fieldNotReturned' });
	});

	it('a poll accepts repeated pages until they have contained as many contacts as the service counts', async () => {
		const channel = new LocalContacts(leads(2));
		const pages = [0, 0, 0, 0, 0, 0, 0, 1];
		channel.findContacts = async (_name, _value, page) => {
			const contacts = [statusOf(String(pages[page - 1]), 'lead')];
			const hasNext = page < pages.length;
			return await Promise.resolve({ contacts, bytes: 100, hasNext, total: pages.length });
		};

		expect((await triggerOf(channel, { event: 'contactChanges' })()).error).toBeUndefined();
	});

	it('a poll accepts empty pages in the list of each spelling of a phone number', async () => {
		const otherValues = ['54111', '+549111', '549111'];
		const channel = new LocalContacts([contactOf('1', { phone: '549111' })], {
			paging: 'lastPageTooLarge',
		});
		const match = { kind: 'customField', name: 'phone', value: '+54111', otherValues } as const;

		expect((await triggerOf(channel, { match })()).error).toBeUndefined();
	});

	it('repeated pages count for the list of their own spelling only', async () => {
		const numbers = ['+54111', '54111'];
		// The second list repeats its first contact, and is as long as the first one.
		const lists = [
			['1', '2', '3', '4', '5', '6', '7', '8'],
			['11', '11', '11', '11', '11', '11', '11', '11', '11', '11', '12'],
		];
		const channel = new LocalContacts([]);
		channel.findContacts = async (_name, value, page) => {
			const list = lists[numbers.indexOf(value)] ?? [];
			const contacts = list.slice(page - 1, page).map((id) => contactOf(id, { phone: value }));
			const hasNext = page < list.length;
			return await Promise.resolve({ contacts, bytes: 100, hasNext, total: list.length });
		};
		const match = { kind: 'customField', name: 'phone', value: '+54111' } as const;
		const settings = { match: { ...match, otherValues: ['54111'] } };

		expect(
			(await triggerOf(channel, { event: 'contactChanges', ...settings })()).error,
		).toBeUndefined();
	});

	it('a poll fails after six pages without a new contact, because such a list never ends', async () => {
		const channel = pageOf([lead], true);

		expect((await triggerOf(channel)()).error).toMatchObject({ reason: 'pagesRepeat' });
		expect(channel.findContacts).toHaveBeenCalledTimes(7);
	});

	it.each([
		['10,000 pages', 10_000, 1_000],
		['256 MB', 64, 4 * 2 ** 20],
	])('a poll fails if a pass is longer than %s', async (_title, maxPages, bytes) => {
		let pages = Infinity;
		const channel = new LocalContacts([]);
		channel.findContacts = async (_name, _value, page) => {
			// Every other page is empty, so that the number of contacts stays below the maximum.
			const contacts = page % 2 === 1 ? [statusOf(String(page), 'lead')] : [];
			return await Promise.resolve({ contacts, bytes, hasNext: page < pages, total: 0 });
		};

		expect((await triggerOf(channel)()).error).toMatchObject({
			details: { reason: 'listTooLong', pages: maxPages + 1 },
		});
		pages = maxPages;
		expect((await triggerOf(channel)()).error).toBeUndefined();
	});

	it.each(['rateLimited', 'tokenInvalid', 'notConnected'] as const)(
		'a poll fails if a lookup fails with an error that affects all contacts: %s',
		async (reason) => {
			const channel = new LocalContacts([lead]);
			const poll = triggerOf(channel, { event: 'contactStopsMatching' });
			await poll();
			channel.contacts = [];
			const error = apiErrorWith(reason, 'notDone');
			channel.getContact = () => Promise.reject(error);

			expect(await poll()).toMatchObject({ events: [], error });
		},
	);
});

it('concurrent searches by two processes count as one search for the baseline', async () => {
	const channel = new LocalContacts(leads(4), { order: 'oldestFirst', pageSize: 2 });
	const readPage = async (state: TriggerState) => {
		const { requests } = channel;
		const end = requests.length + 1;
		const cancellation = {
			get isStopped() {
				return requests.length >= end;
			},
		};
		return (await searchAndLookUp(channel, settingsOf({}), state, cancellation)).events;
	};
	const one = newState(settingsOf({}), false);
	const other = newState(settingsOf({}), false);
	await readPage(one);
	await readPage(other);
	channel.contacts = [...leads(4).filter(({ id }) => id !== '1'), statusOf('4', 'lead')];
	await readPage(other);
	const state = stateOf(other.snapshot, one);
	await readPage(state);

	// A poll that completes the baseline ends without a request.
	expect([...(await readPage(state)), ...(await readPage(state))]).toEqual([]);
});

it('a baseline that another process has ended needs no evidence', async () => {
	const channel = new LocalContacts(leads(3));
	const one = newState(settingsOf({}), false);
	const { requests } = channel;
	const cancellation = {
		get isStopped() {
			return requests.length === 3;
		},
	};
	await searchAndLookUp(channel, settingsOf({}), one, cancellation);
	const ended = { ...one.snapshot, baselinePasses: 0 };

	expect(stateOf(ended, one).baselineEvidence).toEqual(BaselineCompleteness.empty());
});

describe('a baseline of searches without a stable order', () => {
	/** Returns a trigger of a channel whose passes show different contacts in turn. */
	function triggerOfParts(parts: ReadonlyArray<readonly number[]>, total: number) {
		let pass = -1;
		const channel = new LocalContacts(leads(total));
		channel.findContacts = async (_name, _value, page) => {
			if (page === 1) pass = (pass + 1) % parts.length;
			const contacts = (parts[pass] ?? []).map((id) => statusOf(String(id), 'lead'));
			const half = Math.ceil(contacts.length / 2);
			const shown = page === 1 ? contacts.slice(0, half) : contacts.slice(half);
			return await Promise.resolve({ contacts: shown, bytes: 1_000, hasNext: page === 1, total });
		};
		return triggerOf(channel);
	}

	it('ends when it has as many contacts as the service counts', async () => {
		const parts = [
			[0, 1],
			[1, 2],
			[2, 3],
			[0, 1, 2, 3],
		];
		const poll = triggerOfParts(parts, 4);

		expect(await poll()).toEqual({ events: [], hasRead: true, withoutId: 0 });
		expect((await poll()).events).toEqual([]);
	});

	it('ends after ten passes and reports how many contacts it has', async () => {
		const never = Array.from({ length: 10 }, () => [0, 1]);
		const poll = triggerOfParts([...never, [0, 1, 2]], 4);

		expect(await poll()).toMatchObject({
			events: [],
			incompleteBaseline: { shown: 2, total: 4 },
		});
		expect(await poll()).toMatchObject({ events: [{ contactId: '2' }] });
	});

	it('continues while the pages contain more contacts than the service counts', async () => {
		const later = Array.from({ length: 9 }, () => [0, 1, 2]);
		const poll = triggerOfParts([[0, 1, 1], [0, 1, 1], ...later], 2);
		await poll();

		expect((await poll()).events).toEqual([]);
	});

	it.each([
		['is deleted', []],
		['changes', [statusOf('9', 'customer')]],
	])('counts a contact that has only a similar value until it %s', async (_change, changed) => {
		const contacts = leads(3);
		const similar = statusOf('9', 'Lead');
		const channel = new LocalContacts(contacts);
		const passes = [[similar, ...contacts.slice(0, 1)], contacts.slice(0, 2)];
		let found: readonly Contact[] = [];
		channel.findContacts = async (_name, _value, page) => {
			if (page === 1) {
				found = passes.shift() ?? contacts;
				channel.contacts = found.includes(similar) ? [...found] : [...contacts, ...changed];
			}
			const shown = page === 1 ? found.slice(0, 1) : found.slice(1);
			const total = found.includes(similar) ? 4 : 3;
			return await Promise.resolve({ contacts: shown, bytes: 1_000, hasNext: page === 1, total });
		};
		const poll = triggerOf(channel);

		expect((await poll()).events).toEqual([]);
		expect((await poll()).events).toEqual([]);
	});
});
