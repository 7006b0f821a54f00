import { contactIdOf } from '../../../nodes/ChannelMessaging/client/contactId';
import { searchAndLookUp } from '../../../nodes/ChannelMessagingTrigger/searchAndLookUp';
import { newState } from '../../../nodes/ChannelMessagingTrigger/triggerState';
import { contactOf, LocalContacts } from '../contacts/localContacts';

const settings = {
	event: 'contactMatches',
	match: { kind: 'customField', name: 'status', value: 'lead' },
	watched: 'all',
	includeExisting: false,
} as const;

/** A fifth of the documented figures, on pages with a fifth of the usual size. */
const contactsAtStart = 600;
const pageSize = 5;

/** With 100 contact requests per minute. */
const requestsPerPoll = 50;

/** The documentation allows two passes of three polls each. */
const maxDelayPolls = 3 * 2 * 3;

const polls = 30;

const leadOf = (id: string) => contactOf(id, { status: 'lead' });

/** Changes a list of contacts between two polls. */
class ChangingList {
	readonly channel: LocalContacts;

	private readonly state = newState(settings, false);

	constructor(order: 'newestFirst' | 'oldestFirst') {
		const contacts = Array.from({ length: contactsAtStart }, (_, index) => leadOf(String(index)));
		this.channel = new LocalContacts(contacts, { order, pageSize });
	}

	get hasBaseline(): boolean {
		return this.state.snapshot.baselinePasses === 0;
	}

	create(ids: readonly string[]): void {
		const { channel } = this;
		channel.contacts = [...channel.contacts, ...ids.map(leadOf)];
	}

	/** Deletes contacts that are spread over the list. */
	delete(count: number): void {
		const { channel } = this;
		const distance = Math.floor(channel.contacts.length / count);
		channel.contacts = channel.contacts.filter((_, index) => index % distance !== 0);
	}

	async poll(): Promise<Array<string | undefined>> {
		const { requests } = this.channel;
		const end = requests.length + requestsPerPoll;
		const cancellation = {
			get isStopped() {
				return requests.length >= end;
			},
		};
		const { events, error } = await searchAndLookUp(
			this.channel,
			settings,
			this.state,
			cancellation,
		);
		expect(error).toBeUndefined();
		return events.map(contactIdOf);
	}
}

it.each([
	{ order: 'newestFirst', created: 40, deleted: 0 },
	{ order: 'newestFirst', created: 20, deleted: 20 },
	{ order: 'oldestFirst', created: 20, deleted: 20 },
] as const)(
	'every lead is reported once while a list ($order) gets $created and loses $deleted contacts between polls',
	async ({ order, created, deleted }) => {
		const list = new ChangingList(order);
		while (!list.hasBaseline) await list.poll();
		const existing = new Set(list.channel.contacts.map(contactIdOf));
		const createdIn = new Map<string, number>();
		const reportedIn = new Map<string | undefined, number>();
		const wrong: Array<string | undefined> = [];
		for (let poll = 0; poll < polls; poll += 1) {
			if (deleted > 0) list.delete(deleted);
			const firstId = contactsAtStart + poll * created;
			const ids = Array.from({ length: created }, (_, index) => String(firstId + index));
			for (const id of ids) createdIn.set(id, poll);
			list.create(ids);
			for (const id of await list.poll()) {
				if (existing.has(id) || reportedIn.has(id)) wrong.push(id);
				reportedIn.set(id, poll);
			}
		}
		const remaining = new Set(list.channel.contacts.map(contactIdOf));
		const late = [...createdIn].filter(([id, since]) => {
			const delay = (reportedIn.get(id) ?? polls) - since;
			return remaining.has(id) && delay > maxDelayPolls;
		});
		expect({ wrong, late }).toEqual({ wrong: [], late: [] });
	},
);
