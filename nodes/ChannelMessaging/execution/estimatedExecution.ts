import { VirtualIdempotencyKeys } from '../campaign/virtualIdempotencyKeys';
import { VirtualRateLimitedQueue } from '../campaign/virtualRateLimitedQueue';
import { VirtualKeyedQueue } from '../campaign/virtualKeyedQueue';
import { type Process, Signal, VirtualTime } from '../campaign/virtualTime';
import { VirtualTurns } from '../campaign/virtualTurns';
import { maxAgeMs } from '../contacts/outdatedContact';
import { CancellationToken } from '../scheduling/cancellationToken';
import { isWithinHours } from '../scheduling/nextSendingTime';
import { mapInSlices, type TimeSlice } from '../scheduling/timeSlicer';
import type { TimeZone } from '../scheduling/timeZone';
import { pauseFraction } from '../sendOnce/batchedKeyWrites';
import { contactRequestsOf } from './contactRequestCount';
import { maxConcurrency } from './processItems';
import { messageCountOf } from './messageCounts';
import type { DeliverableItem } from './readItems';
import { searchKeyOf } from './sharedSearch';
import { maxAhead, SearchAhead } from './searchAhead';
import type { SearchMeasurements } from './searchMeasurements';

/** An item whose message would be sent, or that would fail or be skipped only after requests. */
export interface PlannedItem {
	item: DeliverableItem & { kind: 'contact' };
	/** Identifies the contact, including its channel. Unset if a search didn't find the contact. */
	contactKey: string | undefined;
	/** The item's *Send Once* key. */
	key?: string | undefined;
	/** The time zone of the sending hours, if there are any and the zone is known. */
	zone?: TimeZone | undefined;
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

interface PlannedMessage {
	/** Whether another message of the same item precedes this message. */
	isFurther: boolean;
	isOutdated(): boolean;
	/** Reads the contact again if its data is outdated when the message gets its permit. */
	read(): Process<boolean>;
}

interface PlannedSearch extends PlannedContact {
	/** The first item that needs the contact. */
	first: PlannedItem;
	requests: number;
	/** Whether the sending hours ended before the search. */
	isOutsideHours: boolean;
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

	searchOf({ item: { contact, settings } }: PlannedItem): PlannedSearch | undefined {
		return contact.kind === 'customField'
			? this.searches.get(searchKeyOf({ contact, settings }))
			: undefined;
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

interface Conditions {
	measurements: SearchMeasurements;
	/** Whether the first failure stops the execution. */
	stopsAtFirst: boolean;
	/** When the execution starts, in milliseconds since the epoch. */
	startsAt: number;
}

interface Estimate {
	durationMs: number;
	/** The number of messages per item that aren't sent because the sending hours end. */
	outsideHours: ReadonlyMap<PlannedItem, number>;
}

/**
 * Estimates an execution's duration by simulating the schedule of `processItems` in virtual time.
 * Assumes that no other execution uses the channels, and that all responses take as long as those
 * of the test.
 */
export async function estimatedExecution(
	items: readonly PlannedItem[],
	{ measurements, stopsAtFirst, startsAt }: Conditions,
	slice: TimeSlice,
): Promise<Estimate> {
	const time = new VirtualTime();
	const execution = new VirtualExecution(time, measurements, startsAt);
	await mapInSlices(items, slice, (item) => {
		execution.add(item);
	});
	execution.start(stopsAtFirst);
	return { durationMs: await time.run(slice), outsideHours: execution.outsideHours };
}

class VirtualExecution {
	readonly outsideHours = new Map<PlannedItem, number>();

	private readonly channels = new Map<string, PlannedChannel>();

	private readonly searchSlots: VirtualKeyedQueue;

	private readonly deliverySlots: VirtualKeyedQueue;

	private readonly keys: VirtualIdempotencyKeys;

	private readonly turns = new VirtualTurns();

	/** When the pace permits the next message. */
	private nextAt = 0;

	constructor(
		private readonly time: VirtualTime,
		private readonly measurements: SearchMeasurements,
		private readonly startsAt: number,
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
		const { contact, settings } = item;
		if (contact.kind !== 'customField' || channel.searchOf(planned) !== undefined) return;
		channel.searches.set(searchKeyOf({ contact, settings }), {
			first: planned,
			requests: this.measurements.requestsOf(channelKey, contact),
			readAt: undefined,
			isOutsideHours: false,
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
		search.isOutsideHours = !(yield* this.read(channel, search.first, search, search.requests));
		if (search.first.contactKey === undefined || search.isOutsideHours) channel.endSearch();
		search.ended.happen();
	}

	/**
	 * Sends contact requests one after another. Only the first request waits for its turn. Returns
	 * `false` if the sending hours prevent a request.
	 */
	private *read(
		{ contacts }: PlannedChannel,
		planned: PlannedItem,
		contact: PlannedContact,
		requests = 1,
	): Process<boolean> {
		const { zone } = planned.item.settings.sendingWindow ?? {};
		// Sending hours in the contact's own time zone apply only to messages.
		const isDue = () => zone === 'contact' || !this.isOutsideHours(planned);
		let readAt: number | undefined;
		for (let sent = 0; sent < requests; sent += 1) {
			if (!isDue() || !(yield* contacts.permit({ hadTurn: sent > 0, isDue }))) return false;
			readAt ??= this.time.now();
			yield* this.time.pause(this.measurements.responseMs);
		}
		contact.readAt = readAt;
		return true;
	}

	private isOutsideHours({ item, zone }: PlannedItem): boolean {
		const { sendingWindow } = item.settings;
		if (sendingWindow === undefined || zone === undefined) return false;
		return !isWithinHours(sendingWindow.hours, zone, this.startsAt + this.time.now());
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
			if (contactKey === undefined || search?.isOutsideHours === true) {
				channel.upcomingContactRequests -= contactRequestsOf(item);
				if (search?.isOutsideHours === true) this.outsideHours.set(planned, messageCountOf(item));
			} else this.deliverySlots.add(contactKey, () => this.process(channel, planned));
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
		// If responses take longer than data stays valid, the contact would be read again forever.
		const canBeRead = this.measurements.responseMs < maxAgeMs;
		// Contacts selected by ID are checked only for tags.
		const isOutdated = () =>
			canBeRead &&
			(search !== undefined || tagsToSkip.length > 0) &&
			this.time.now() - (contact.readAt ?? -Infinity) > maxAgeMs;
		const readOnce = (requests?: number) => this.read(channel, planned, contact, requests);
		const read = function* (): Process<boolean> {
			if (!(yield* readOnce(search?.requests))) return false;
			return search === undefined || !isOutdated() || (yield* readOnce());
		};
		let isRead = true;
		if (isReadForZone && contact.readAt === undefined) isRead = yield* read();
		const { channelKey } = item.credential;
		if (
			item.contact.kind === 'customField' &&
			this.measurements.needsTimeZoneRead(channelKey, item.contact)
		) {
			const found = channel.contactById(planned.contactKey ?? '');
			if (found.readAt === undefined) yield* this.read(channel, planned, found);
		}
		if (isRead && tagsToSkip.length > 0 && isOutdated()) isRead = yield* read();
		const isMessaged = result === 'sent' || result === 'repeated';
		let sent = 0;
		// If the contact isn't read first, only the response to a message shows that the contact doesn't
		// exist.
		if (isRead && (isMessaged || (result === 'missing' && contact.readAt === undefined))) {
			const { deliverySlots, time } = this;
			const send = (isFurther: boolean) =>
				this.message(channel, planned, { isFurther, isOutdated, read });
			const messages = function* (): Process {
				for (const [position, delayMs] of [0, ...(isMessaged ? delaysMs : [])].entries()) {
					if (delayMs > 0 && result === 'sent') {
						endSearch();
						yield* deliverySlots.aside(time.pause(delayMs));
					}
					if (!(yield* send(position > 0))) return;
					sent += 1;
				}
			};
			yield* planned.key === undefined ? messages() : this.keys.lock(planned.key, messages());
		}
		const missing = messageCountOf(item) - sent;
		if (isMessaged && missing > 0) this.outsideHours.set(planned, missing);
		endSearch();
	}

	/** Returns `false` if the sending hours prevent the message. */
	private *message(
		{ messages }: PlannedChannel,
		planned: PlannedItem,
		{ isFurther, isOutdated, read }: PlannedMessage,
	): Process<boolean> {
		const { item, key, result } = planned;
		const { messageIntervalMs } = item.settings;
		if (messageIntervalMs !== undefined) {
			yield* this.turns.take({ isFurther });
			yield* this.time.pause(this.nextAt - this.time.now());
		}
		const endTurn = () => {
			if (messageIntervalMs !== undefined) this.turns.end();
		};
		const isDue = () => !isOutdated() && !this.isOutsideHours(planned);
		let isOpen = !this.isOutsideHours(planned);
		// The key is recorded before the message's turn. Skipped messages need no permit.
		if (isOpen && key !== undefined) {
			if (isOutdated()) isOpen = yield* read();
			if (isOpen) yield* this.keys.record();
		}
		if (!isOpen || result === 'repeated') {
			endTurn();
			return isOpen;
		}
		let isGranted = yield* messages.permit({ isDue });
		while (isOpen && !isGranted && isOutdated()) {
			isOpen = yield* read();
			if (isOpen) isGranted = yield* messages.permit({ hadTurn: true, isDue });
		}
		isOpen &&= !this.isOutsideHours(planned);
		if (isOpen) this.nextAt = this.time.now() + (messageIntervalMs ?? 0);
		endTurn();
		if (isOpen) yield* this.time.pause(this.measurements.responseMs);
		return isOpen;
	}
}
