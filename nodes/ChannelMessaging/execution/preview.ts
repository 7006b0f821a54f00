import { durationText, sendingTimeMs } from '../campaign/sendingTime';
import { keyOf } from '../phoneNumbers/customFieldReference';
import { ApiError } from '../client/apiError';
import { mapInSlices, type TimeSlice } from '../scheduling/timeSlicer';
import { messageKeyFor } from '../sendOnce/messageKey';
import type { ItemOutcome } from './itemOutcome';
import { messageCountOf } from './messageCounts';
import { maxConcurrency } from './processItems';
import { contactKeyOf, counted } from './progress';
import type { DeliverableItem, ReadItem } from './readItems';
import type { SearchEffort } from './searchEffort';
import { skipReasonOf } from './skipReasons';

interface Checked {
	items: readonly ReadItem[];
	/** In item order. */
	outcomes: readonly ItemOutcome[];
	effort: SearchEffort;
	/** Whether the first failure stops sending. A test never stops. */
	stopsAtFirst: boolean;
}

/** Messages to the same contact, which are sent sequentially. */
interface MessageChain {
	/** The number of requests for these messages, including reads of the contact. */
	requests: number;
	pausesMs: number;
}

class PlannedChannel {
	messages = 0;

	readonly searches = new Set<string>();

	/** The number of reads that check the tags of contacts selected by ID. */
	readsOfTags = 0;

	/** Contacts selected by ID that are read for their time zone. */
	readonly readsOfZones = new Set<string>();

	readonly messagesByContact = new Map<string, MessageChain>();

	constructor(readonly first: DeliverableItem) {}

	add(item: DeliverableItem & { kind: 'contact' }, contactKey: string): void {
		const count = messageCountOf(item);
		this.messages += count;
		const chain = this.messagesByContact.get(contactKey) ?? { requests: 0, pausesMs: 0 };
		chain.requests += count + (readsTags(item) ? 1 : 0);
		chain.pausesMs += item.pausesMs ?? 0;
		this.messagesByContact.set(contactKey, chain);
	}

	addRequests(item: DeliverableItem & { kind: 'contact' }): void {
		const { contact, settings } = item;
		if (contact.kind === 'customField') this.searches.add(keyOf(contact));
		else if (settings.sendingWindow?.zone === 'contact') this.readsOfZones.add(contact.contactId);
		else if (readsTags(item)) this.readsOfTags += 1;
	}

	timeMs({ effort, stopsAtFirst }: Checked): number {
		const { credential, settings } = this.first;
		const { channelKey, contactCallsPerMinute, messagesPerSecond } = credential;
		const searches = effort.requestsOf(channelKey);
		const reads = this.readsOfTags + this.readsOfZones.size;
		const findsAllFirst = stopsAtFirst && this.searches.size <= contactCallsPerMinute;
		const chainMs = ({ requests, pausesMs }: MessageChain) =>
			pausesMs + requests * effort.responseMs;
		let longestChain: MessageChain = { requests: 0, pausesMs: 0 };
		for (const chain of this.messagesByContact.values()) {
			if (chainMs(chain) > chainMs(longestChain)) longestChain = chain;
		}
		return sendingTimeMs({
			messages: this.messages,
			contactRequests: searches + reads,
			messagesPerSecond,
			contactRequestsPerMinute: contactCallsPerMinute,
			requestsAhead: findsAllFirst ? searches : 0,
			messageIntervalMs: settings.messageIntervalMs ?? 0,
			contacts: this.messagesByContact.size,
			longestChain,
			findingResponses: Math.max(effort.maxPerContact, reads > 0 ? 1 : 0),
			maxConcurrency,
			responseMs: effort.responseMs,
		});
	}
}

/**
 * Returns whether the item reads its contact to check the tags. If the sending hours use the
 * contact's time zone, a single read is enough for both.
 */
function readsTags({ contact, settings, tagsToSkip = [] }: DeliverableItem & { kind: 'contact' }) {
	const isReadOnce = settings.sendingWindow?.zone === 'contact';
	return contact.kind === 'id' && tagsToSkip.length > 0 && !isReadOnce;
}

/**
 * Returns a text such as `Would send 9,812 messages to 9,712 contacts in about 6 min 33 s. 88
 * contacts not found, 12 skipped (tagged 'opted-out'), 100 items repeat a contact`. The estimated
 * time assumes that no other execution uses the channel.
 */
export async function previewOf(checked: Checked, slice: TimeSlice): Promise<string> {
	const { items, outcomes } = checked;
	const channels = new Map<string, PlannedChannel>();
	const contacts = new Set<string>();
	const campaigns = new Set<string>();
	const skips = new Map<string, number>();
	let notFound = 0;
	let invalid = 0;
	let repeated = 0;
	let messages = 0;
	await mapInSlices(outcomes, slice, (outcome, itemIndex) => {
		const item = items[itemIndex];
		if (item?.kind === 'contact') {
			const { channelKey } = item.credential;
			const channel = channels.get(channelKey) ?? new PlannedChannel(item);
			channels.set(channelKey, channel);
			channel.addRequests(item);
			if (outcome.kind === 'done' && item.doubtfulText === undefined) {
				const contactKey = contactKeyOf(item, outcome);
				if (contacts.has(contactKey)) repeated += 1;
				const sent = campaignKeyOf(item, outcome);
				if (sent !== undefined) {
					if (campaigns.has(sent)) return;
					campaigns.add(sent);
				}
				contacts.add(contactKey);
				messages += messageCountOf(item);
				channel.add(item, contactKey);
				return;
			}
		}
		const reason = skipReasonOf(outcome);
		if (isNotFound(outcome)) {
			notFound += 1;
			// A message to an unknown ID takes time as well, because only the response shows that there
			// is no such contact.
			const isById = item?.kind === 'contact' && item.contact.kind === 'id';
			const channel = isById ? channels.get(item.credential.channelKey) : undefined;
			if (channel !== undefined) channel.messages += 1;
		} else if (reason === undefined) invalid += 1;
		else skips.set(reason, (skips.get(reason) ?? 0) + 1);
	});
	// The minimum interval applies to the messages of all channels together.
	const pacedMs = Math.max(
		0,
		...[...channels.values()].map(
			({ first: { settings } }) => (messages - 1) * (settings.messageIntervalMs ?? 0),
		),
	);
	const time = Math.max(
		pacedMs,
		...[...channels.values()].map((channel) => channel.timeMs(checked)),
	);
	const duration = messages === 0 ? '' : ` in about ${durationText(time)}`;
	const notes = [
		...(notFound === 0 ? [] : [`${counted(notFound, 'contacts')} not found`]),
		...[...skips].map(([reason, count]) => `${count.toLocaleString('en-US')} skipped (${reason})`),
		...(invalid === 0 ? [] : [`${counted(invalid, 'items')} can't be sent`]),
		...(repeated === 0
			? []
			: [`${counted(repeated, 'items')} ${repeated === 1 ? 'repeats' : 'repeat'} a contact`]),
	];
	const sent = `${counted(messages, 'messages')} to ${counted(contacts.size, 'contacts')}`;
	return [`Would send ${sent}${duration}.`, ...(notes.length > 0 ? [notes.join(', ')] : [])].join(
		' ',
	);
}

/** Returns the key of *Send Once per Contact*, which doesn't include the channel. */
function campaignKeyOf({ sendOnce }: DeliverableItem, outcome: ItemOutcome): string | undefined {
	const contactId = outcome.kind === 'done' ? outcome.result[0]?.contactId : undefined;
	return sendOnce?.kind === 'campaign' && typeof contactId === 'string'
		? messageKeyFor(sendOnce, contactId).text
		: undefined;
}

function isNotFound(outcome: ItemOutcome): boolean {
	return (
		outcome.kind !== 'done' &&
		outcome.error instanceof ApiError &&
		outcome.error.reason === 'contactNotFound'
	);
}
