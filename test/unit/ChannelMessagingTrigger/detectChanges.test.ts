import type { Contact, ContactPage } from '../../../nodes/ChannelMessaging/client/model';
import { detectChanges } from '../../../nodes/ChannelMessagingTrigger/detectChanges';
import type { TriggerSettings } from '../../../nodes/ChannelMessagingTrigger/settings';
import { newState } from '../../../nodes/ChannelMessagingTrigger/triggerState';
import { apiErrorWith } from '../client/apiErrorWith';

// The trigger's simulation proves which events a trigger reports, and their content.

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
	channel: Parameters<typeof detectChanges>[0],
	changes: Partial<TriggerSettings> = {},
) {
	const settings = settingsOf(changes);
	const state = newState(settings);
	return async () => await detectChanges(channel, settings, state, { isStopped: false });
}

const contactOf = (id: string, status = 'lead'): Contact => ({
	id,
	custom_fields: { status },
	tags: [],
	created_at: 1_700_000_000,
});

const contactsOf = (count: number) =>
	Array.from({ length: count }, (_, index) => contactOf(String(index)));

/** A channel whose matching contacts the test replaces. A lookup returns another value. */
function channelOf(contacts: Contact[], pageSize = 1_000) {
	const channel = {
		contacts,
		total: undefined as number | undefined,
		requests: [] as string[],
		getContact: (id: string): Promise<Contact> => {
			channel.requests.push(`contact ${id}`);
			return Promise.resolve(contactOf(id, 'customer'));
		},
		findContacts: (_name: string, value: string, page: number): Promise<ContactPage> => {
			channel.requests.push(`${value} page ${String(page)}`);
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

it('Contact No Longer Matches outputs the ID of a deleted contact', async () => {
	const channel = channelOf([contactOf('1')]);
	const poll = triggerOf(channel, { event: 'contactStopsMatching' });
	await poll();
	channel.contacts = [];
	channel.getContact = () => Promise.reject(apiErrorWith('contactNotFound', 'notDone'));

	const deleted = { id: '1', contactId: '1', custom_fields: {}, tags: [] };
	expect((await poll()).events).toEqual([deleted]);
});

it('a contact that a pass did not find stops matching only if a lookup says so', async () => {
	const channel = channelOf([contactOf('1')]);
	const poll = triggerOf(channel, { event: 'contactStopsMatching' });
	await poll();
	channel.contacts = [];
	channel.getContact = (id) => Promise.resolve(contactOf(id));
	expect((await poll()).events).toEqual([]);

	channel.getContact = (id) => Promise.resolve(contactOf(id, 'customer'));
	const event = { ...contactOf('1', 'customer'), contactId: '1' };
	expect((await poll()).events).toEqual([event]);
	expect((await poll()).events).toEqual([]);
});

it('a contact is looked up although each pass uses up the requests of a poll', async () => {
	const channel = channelOf(contactsOf(4), 2);
	const settings = settingsOf({ event: 'contactStopsMatching' });
	const state = newState(settings);
	const poll = async () => {
		const lastRequest = channel.requests.length + 2;
		const cancellation = {
			get isStopped() {
				return channel.requests.length === lastRequest;
			},
		};
		return (await detectChanges(channel, settings, state, cancellation)).events;
	};
	await poll();
	channel.contacts = contactsOf(3);

	expect(await poll()).toEqual([]);
	expect(await poll()).toMatchObject([{ id: '3', contactId: '3' }]);
});

describe('a contact that a lookup removed', () => {
	/** Returns a trigger that has reported a contact, and a lookup that removed it. */
	async function removed() {
		const channel = channelOf([]);
		const poll = triggerOf(channel);
		await poll();
		channel.contacts = [contactOf('1')];
		await poll();
		channel.contacts = [];
		expect((await poll()).events).toEqual([]);
		channel.requests = [];
		return { channel, poll };
	}

	const event = { ...contactOf('1'), contactId: '1' };

	it('is looked up if search results contradict the lookup', async () => {
		const { channel, poll } = await removed();
		channel.contacts = [contactOf('1')];
		expect((await poll()).events).toEqual([]);

		channel.getContact = (id) => Promise.resolve(contactOf(id));
		expect((await poll()).events).toEqual([event]);
	});

	it('matches again without a lookup if search results confirmed the lookup', async () => {
		const { channel, poll } = await removed();
		await poll();
		channel.contacts = [contactOf('1')];

		expect((await poll()).events).toEqual([event]);
		expect(channel.requests).not.toContain('contact 1');
	});
});

it('Contact Updated outputs a change that only a lookup shows', async () => {
	const channel = channelOf([contactOf('1')]);
	const poll = triggerOf(channel, { event: 'contactChanges' });
	await poll();
	channel.contacts = [];
	const changed = { ...contactOf('1'), tags: ['vip'] };
	channel.getContact = () => Promise.resolve(changed);

	expect((await poll()).events).toEqual([
		{ ...changed, contactId: '1', before: expect.objectContaining({ tags: [] }) as object },
	]);
});

it('a pass searches all spellings of a phone number', async () => {
	const channel = channelOf([]);
	const match = { kind: 'customField', name: 'phone', value: '+34600000001' } as const;
	const otherValues = ['34600000001', '0034600000001'];
	await triggerOf(channel, { match: { ...match, otherValues } })();

	const searches = [match.value, ...otherValues].map((value) => `${value} page 1`);
	expect(channel.requests).toEqual(searches);
});

describe('limits', () => {
	it('a poll fails after the first page if too many contacts match', async () => {
		const channel = channelOf(contactsOf(5), 2);
		channel.total = maxContacts + 1;

		expect((await triggerOf(channel)()).error).toMatchObject({
			details: { reason: 'tooManyMatch', maxMatches: 10_000, value: 'lead' },
		});
		expect(channel.requests).toEqual(['lead page 1']);
	});

	it('a poll fails if more than 10,000 contacts match and the service returns no total', async () => {
		const errorWith = async (count: number) =>
			(await triggerOf(channelOf(contactsOf(count)))()).error;

		expect(await errorWith(maxContacts)).toBeUndefined();
		expect(await errorWith(maxContacts + 1)).toMatchObject({ reason: 'tooManyMatch' });
	});

	it('a poll fails after six pages without a new contact, because such a list never ends', async () => {
		const channel = channelOf([]);
		channel.findContacts = (_name, _value, page) => {
			channel.requests.push(String(page));
			return Promise.resolve({ contacts: [contactOf('1')], size: 0, hasNext: true });
		};

		expect((await triggerOf(channel)()).error).toMatchObject({ reason: 'pagesRepeat' });
		expect(channel.requests).toHaveLength(7);
	});

	it.each(['rateLimited', 'tokenInvalid', 'notConnected'] as const)(
		'a poll fails if a lookup fails with an error that concerns all contacts: %s',
		async (reason) => {
			const channel = channelOf([contactOf('1')]);
			const poll = triggerOf(channel, { event: 'contactStopsMatching' });
			await poll();
			channel.contacts = [];
			const error = apiErrorWith(reason, 'notDone');
			channel.getContact = () => Promise.reject(error);

			expect(await poll()).toMatchObject({ events: [], error });
		},
	);
});
