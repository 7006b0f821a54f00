import { durationText, sendingTimeMs } from '../campaign/sendingTime';
import { keyOf } from '../phoneNumbers/customFieldReference';
import { ApiError } from '../client/apiError';
import { mapInSlices, type TimeSlice } from '../scheduling/timeSlicer';
import type { ItemOutcome } from './itemOutcome';
import { messageCountOf } from './messageCounts';
import { maxConcurrency } from './processItems';
import { contactKeyOf, counted } from './progress';
import type { DeliverableItem, ReadItem } from './readItems';
import type { SearchEffort } from './searchEffort';
import { skipReasonOf } from './skipReasons';

interface Checked {
	items: readonly ReadItem[];
	/** Outcomes in item order. */
	outcomes: readonly ItemOutcome[];
	effort: SearchEffort;
	/** Whether sending (unlike this test) stops at the first failure. */
	stopsAtFirst: boolean;
}

/** Messages to one contact, which are sent one after another. */
interface MessageChain {
	messages: number;
	pausesMs: number;
}

class PlannedChannel {
	messages = 0;

	readonly searches = new Set<string>();

	/** Contacts selected by ID that are read to check their tags. */
	readsOfTags = 0;

	/** Contacts selected by ID that are read for their time zone. */
	readonly readsOfZones = new Set<string>();

	readonly messagesByContact = new Map<string, MessageChain>();

	constructor(readonly first: DeliverableItem) {}

	add(item: DeliverableItem & { kind: 'contact' }, contactKey: string): void {
		const count = messageCountOf(item);
		this.messages += count;
		const chain = this.messagesByContact.get(contactKey) ?? { messages: 0, pausesMs: 0 };
		chain.messages += count;
		chain.pausesMs += item.pausesMs ?? 0;
		this.messagesByContact.set(contactKey, chain);
	}

	addRequests(item: DeliverableItem & { kind: 'contact' }): void {
		const { contact, settings, tagsToSkip = [] } = item;
		if (contact.kind === 'customField') this.searches.add(keyOf(contact));
		else if (settings.sendingWindow?.zone === 'contact') this.readsOfZones.add(contact.contactId);
		else if (tagsToSkip.length > 0) this.readsOfTags += 1;
	}

	timeMs({ effort, stopsAtFirst }: Checked): number {
		const { credential, settings } = this.first;
		const { channelKey, contactCallsPerMinute, messagesPerSecond } = credential;
		const searches = effort.requestsOf(channelKey);
		const chainMs = ({ messages, pausesMs }: MessageChain) =>
			pausesMs + messages * effort.responseMs;
		let longestChain: MessageChain = { messages: 0, pausesMs: 0 };
		for (const chain of this.messagesByContact.values()) {
			if (chainMs(chain) > chainMs(longestChain)) longestChain = chain;
		}
		return sendingTimeMs({
			messages: this.messages,
			contactRequests: searches + this.readsOfTags + this.readsOfZones.size,
			messagesPerSecond,
			contactRequestsPerMinute: contactCallsPerMinute,
			findsAllFirst: stopsAtFirst && this.searches.size <= contactCallsPerMinute,
			messageIntervalMs: settings.messageIntervalMs ?? 0,
			contacts: this.messagesByContact.size,
			longestChain,
			maxConcurrency,
			responseMs: effort.responseMs,
		});
	}
}

/**
 * `Would send 9,812 messages to 9,712 contacts in about 6 min 33 s. 88 contacts not found, 12
 * skipped (tagged 'opted-out'), 100 items repeat a contact`. Assumes that no other execution uses
 * the channel.
 */
export async function previewOf(checked: Checked, slice: TimeSlice): Promise<string> {
	const { items, outcomes } = checked;
	const channels = new Map<string, PlannedChannel>();
	const contacts = new Set<string>();
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
				const isRepeated = contacts.has(contactKey);
				if (isRepeated) repeated += 1;
				contacts.add(contactKey);
				if (isRepeated && item.sendOnce?.kind === 'campaign') return;
				messages += messageCountOf(item);
				channel.add(item, contactKey);
				return;
			}
		}
		const reason = skipReasonOf(outcome);
		if (isNotFound(outcome)) notFound += 1;
		else if (reason === undefined) invalid += 1;
		else skips.set(reason, (skips.get(reason) ?? 0) + 1);
	});
	const time = Math.max(0, ...[...channels.values()].map((channel) => channel.timeMs(checked)));
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

function isNotFound(outcome: ItemOutcome): boolean {
	return (
		outcome.kind !== 'done' &&
		outcome.error instanceof ApiError &&
		outcome.error.reason === 'contactNotFound'
	);
}
