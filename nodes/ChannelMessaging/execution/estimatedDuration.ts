import { VirtualIdempotencyKeys } from '../campaign/virtualIdempotencyKeys';
import { VirtualRateLimitedQueue } from '../campaign/virtualRateLimitedQueue';
import { VirtualKeyedQueue } from '../campaign/virtualKeyedQueue';
import { type Process, Signal, VirtualTime } from '../campaign/virtualTime';
import { keyOf } from '../customFieldValues/customFieldReference';
import { CancellationToken } from '../scheduling/cancellationToken';
import { mapInSlices, type TimeSlice } from '../scheduling/timeSlicer';
import { pauseFraction } from '../sendOnce/idempotencyKeys';
import { maxAhead } from './channelItems';
import { maxAgeMs } from './contactCheck';
import { contactRequestsOf } from './contactRequestCount';
import { maxConcurrency } from './processItems';
import type { DeliverableItem } from './readItems';
import { SearchAhead } from './searchAhead';
import type { SearchEffort } from './searchEffort';

/** An item that passed its test, or that needs requests before it fails or is skipped. */
export interface PlannedItem {
	item: DeliverableItem & { kind: 'contact' };
	/** Includes the channel. Unset if a search didn't find the contact. */
	contactKey: string | undefined;
	/** The *Send Once* key. */
	key?: string | undefined;
	/**
	 * `missing`: no contact has this ID. `repeated`: *Send Once* skips the messages because an
	 * earlier item has the same key. `unmessaged`: the item is skipped or fails before its message is
	 * sent.
	 */
	result: 'missing' | 'repeated' | 'sent' | 'unmessaged';
}

/** A contact's data, which is shared by items with the same value. */
interface PlannedContact {
	readAt: number | undefined;
}

interface PlannedSearch extends PlannedContact {
	/** The first item that needs the contact. */
	first: PlannedItem;
	requests: number;
	ended: Signal;
}

class PlannedChannel {
	readonly items: PlannedItem[] = [];

	readonly searches = new Map<string, PlannedSearch>();

	/** Contacts that are read for their time zone, by ID. */
	readonly reads = new Map<string, PlannedContact>();

	readonly messages: VirtualRateLimitedQueue;

	readonly contacts: VirtualRateLimitedQueue;

	readonly searchAhead: SearchAhead;

	upcomingContactRequests = 0;

	/** Lets the next search start. */
	wake: () => void = () => undefined;

	constructor(time: VirtualTime, { credential }: DeliverableItem) {
		const { contactCallsPerMinute, messagesPerSecond } = credential;
		this.messages = new VirtualRateLimitedQueue(time, 'message', messagesPerSecond);
		this.contacts = new VirtualRateLimitedQueue(
			time,
			'contact',
			contactCallsPerMinute,
			() => this.upcomingContactRequests,
		);
		this.searchAhead = new SearchAhead({ now: time.now }, new CancellationToken());
	}

	searchOf({ item: { contact } }: PlannedItem): PlannedSearch | undefined {
		return contact.kind === 'customField' ? this.searches.get(keyOf(contact)) : undefined;
	}

	/** Items with the same ID share their contact's data. */
	contactById(contactId: string): PlannedContact {
		const contact = this.reads.get(contactId) ?? { readAt: undefined };
		this.reads.set(contactId, contact);
		return contact;
	}

	endSearch(): void {
		this.searchAhead.end();
		this.wake();
	}
}

/**
 * Returns how long an execution takes, by repeating the schedule of `processItems` in virtual time.
 * Assumes that no other execution uses the channels, and that all responses take as long as those
 * of the test.
 *
 * @param stopsAtFirst whether the first failure stops the execution
 */
export async function estimatedDurationMs(
	items: readonly PlannedItem[],
	{ effort, stopsAtFirst }: { effort: SearchEffort; stopsAtFirst: boolean },
	slice: TimeSlice,
): Promise<number> {
	const time = new VirtualTime();
	const execution = new VirtualExecution(time, effort);
	await mapInSlices(items, slice, (item) => {
		execution.add(item);
	});
	execution.start(stopsAtFirst);
	return await time.run(slice);
}

class VirtualExecution {
	private readonly channels = new Map<string, PlannedChannel>();

	private readonly searchSlots: VirtualKeyedQueue;

	private readonly deliverySlots: VirtualKeyedQueue;

	private readonly keys: VirtualIdempotencyKeys;

	/** The turn of the latest paced message. */
	private latestTurn: Signal | undefined;

	/** When the pace permits the next message. */
	private nextAt = 0;

	constructor(
		private readonly time: VirtualTime,
		private readonly effort: SearchEffort,
	) {
		this.searchSlots = new VirtualKeyedQueue(time, maxConcurrency);
		this.deliverySlots = new VirtualKeyedQueue(time, maxConcurrency);
		this.keys = new VirtualIdempotencyKeys(time, pauseFraction);
	}

	add(planned: PlannedItem): void {
		const { item } = planned;
		const { channelKey } = item.credential;
		const channel = this.channels.get(channelKey) ?? new PlannedChannel(this.time, item);
		this.channels.set(channelKey, channel);
		channel.items.push(planned);
		if (item.contact.kind !== 'customField' || channel.searchOf(planned) !== undefined) return;
		channel.searches.set(keyOf(item.contact), {
			first: planned,
			requests: this.effort.requestsOf(channelKey, item.contact),
			readAt: undefined,
			ended: new Signal(),
		});
	}

	start(stopsAtFirst: boolean): void {
		const channels = [...this.channels.values()];
		const findsAllFirst =
			stopsAtFirst &&
			channels.every(
				({ items, searches }) =>
					searches.size <= (items[0]?.item.credential.contactCallsPerMinute ?? 0),
			);
		for (const channel of channels) {
			channel.upcomingContactRequests = channel.searches.size;
			this.time.start(this.search(channel, findsAllFirst));
		}
		for (const channel of channels) this.time.start(this.deliver(channel, findsAllFirst));
	}

	private *search(channel: PlannedChannel, findsAllFirst: boolean): Process {
		for (const search of channel.searches.values()) {
			const { first } = search;
			const max = findsAllFirst ? Infinity : maxAhead(first.item);
			while (!channel.searchAhead.mayStart(max)) {
				yield (resume) => {
					channel.wake = resume;
				};
			}
			channel.searchAhead.start();
			this.searchSlots.add(undefined, () => this.find(channel, search));
		}
	}

	private *find(channel: PlannedChannel, search: PlannedSearch): Process {
		channel.upcomingContactRequests -= 1;
		yield* this.read(channel, search, search.requests);
		if (search.first.contactKey === undefined) channel.endSearch();
		search.ended.happen();
	}

	/** Sends contact requests one after another. Only the first one waits for its turn. */
	private *read({ contacts }: PlannedChannel, contact: PlannedContact, requests = 1): Process {
		let readAt: number | undefined;
		for (let sent = 0; sent < requests; sent += 1) {
			yield* contacts.permit({ hadTurn: sent > 0 });
			readAt ??= this.time.now();
			yield* this.time.pause(this.effort.responseMs);
		}
		contact.readAt = readAt;
	}

	private *deliver(channel: PlannedChannel, findsAllFirst: boolean): Process {
		const { channels } = this;
		for (const { searches } of findsAllFirst ? channels.values() : []) {
			for (const { ended } of searches.values()) yield* ended.wait();
		}
		for (const { item } of channel.items) {
			channel.upcomingContactRequests += contactRequestsOf(item);
		}
		for (const planned of channel.items) {
			const search = channel.searchOf(planned);
			if (search !== undefined) yield* search.ended.wait();
			// Lets `run` divide long lists into slices.
			yield* this.time.pause(0);
			const { contactKey, item } = planned;
			if (contactKey === undefined) channel.upcomingContactRequests -= contactRequestsOf(item);
			else this.deliverySlots.add(contactKey, () => this.process(channel, planned));
		}
	}

	private *process(channel: PlannedChannel, planned: PlannedItem): Process {
		const { item, result } = planned;
		const { delaysMs = [], settings, tagsToSkip = [] } = item;
		channel.upcomingContactRequests -= contactRequestsOf(item);
		const search = channel.searchOf(planned);
		const isReadForZone = search === undefined && settings.sendingWindow?.zone === 'contact';
		const id = item.contact.kind === 'id' ? item.contact.contactId : undefined;
		// A contact that doesn't exist is read again for each item.
		const isShared = isReadForZone && id !== undefined && result !== 'missing';
		const contact = search ?? (isShared ? channel.contactById(id) : { readAt: undefined });
		let isFirst = search?.first === planned;
		const endSearch = () => {
			if (isFirst) channel.endSearch();
			isFirst = false;
		};
		// Contacts selected by ID are only checked for tags.
		const isOutdated = () =>
			(search !== undefined || tagsToSkip.length > 0) &&
			this.time.now() - (contact.readAt ?? -Infinity) > maxAgeMs;
		const readOnce = (requests?: number) => this.read(channel, contact, requests);
		const read = function* (): Process {
			yield* readOnce(search?.requests);
			if (search !== undefined && isOutdated()) yield* readOnce();
		};
		if (isReadForZone && contact.readAt === undefined) yield* read();
		if (tagsToSkip.length > 0 && isOutdated()) yield* read();
		const isMessaged = result === 'sent' || result === 'repeated';
		// Without a read, only the response to a message shows that a contact doesn't exist.
		if (isMessaged || (result === 'missing' && contact.readAt === undefined)) {
			const { deliverySlots, time } = this;
			const send = () => this.message(channel, planned, isOutdated, read);
			const messages = function* (): Process {
				yield* send();
				for (const delayMs of isMessaged ? delaysMs : []) {
					if (delayMs > 0 && result === 'sent') {
						endSearch();
						yield* deliverySlots.aside(time.pause(delayMs));
					}
					yield* send();
				}
			};
			yield* planned.key === undefined ? messages() : this.keys.lock(planned.key, messages());
		}
		endSearch();
	}

	/** @param read reads the contact again if its data is outdated when the message gets its permit */
	private *message(
		{ messages }: PlannedChannel,
		{ item: { settings }, key, result }: PlannedItem,
		isOutdated: () => boolean,
		read: () => Process,
	): Process {
		const { messageIntervalMs } = settings;
		const turn = new Signal();
		if (messageIntervalMs !== undefined) {
			const previous = this.latestTurn;
			this.latestTurn = turn;
			if (previous !== undefined) yield* previous.wait();
			yield* this.time.pause(this.nextAt - this.time.now());
		}
		const isDue = () => !isOutdated();
		// A key is recorded ahead of the message's turn. Skipped messages need no permit.
		if (key !== undefined) {
			if (isOutdated()) yield* read();
			yield* this.keys.record();
		}
		if (result === 'repeated') {
			turn.happen();
			return;
		}
		let isGranted = yield* messages.permit({ isDue });
		while (!isGranted && isOutdated()) {
			yield* read();
			isGranted = yield* messages.permit({ hadTurn: true, isDue });
		}
		this.nextAt = this.time.now() + (messageIntervalMs ?? 0);
		turn.happen();
		yield* this.time.pause(this.effort.responseMs);
	}
}
