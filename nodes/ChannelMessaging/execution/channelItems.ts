import type { CustomFieldReference } from '../customFieldValues/customFieldReference';
import type { CancellationToken } from '../scheduling/cancellationToken';
import { systemClock } from '../scheduling/clock';
import { mapInSlices, type TimeSlice } from '../scheduling/timeSlicer';
import { contactRequestsOf } from './contactRequestCount';
import type { DeliverableItem, ReadItem } from './readItems';
import { SearchAhead } from './searchAhead';
import { searchKeyOf } from './sharedSearch';

/** The items of a channel, in order, and the deduplicated searches for their contacts. */
export class ChannelItems {
	readonly items: ChannelItem[] = [];

	readonly searches: ContactSearch[] = [];

	readonly searchAhead: SearchAhead;

	/**
	 * Contact requests for searches that haven't started. After `deliver`, this also includes items
	 * that haven't started.
	 */
	upcomingContactRequests = 0;

	private contactRequests = 0;

	private readonly searchByKey = new Map<string, ContactSearch>();

	constructor(private readonly cancellation: CancellationToken) {
		this.searchAhead = new SearchAhead(systemClock, cancellation);
	}

	add(item: DeliverableItem, itemIndex: number): void {
		const search = needsSearch(item) ? this.searchFor(item) : undefined;
		search?.itemIndexes.push(itemIndex);
		if (search !== undefined && hasTagsToSkip(item)) search.needsTags = true;
		this.contactRequests += contactRequestsOf(item);
		this.items.push({ item, itemIndex, search });
	}

	/** Must be called when the first item may start. */
	deliver(): void {
		this.upcomingContactRequests += this.contactRequests;
	}

	searchStarted(): void {
		this.upcomingContactRequests -= 1;
	}

	itemStarted(item: DeliverableItem): void {
		this.upcomingContactRequests -= contactRequestsOf(item);
	}

	/** Whether all contacts can be found within a minute. */
	get isShort(): boolean {
		const { searches } = this;
		return searches.every(({ item }) => searches.length <= item.credential.contactCallsPerMinute);
	}

	private searchFor(item: SearchedItem): ContactSearch {
		const key = searchKeyOf(item);
		const known = this.searchByKey.get(key);
		if (known !== undefined) return known;
		const search = newSearch(item, this.cancellation);
		this.searchByKey.set(key, search);
		this.searches.push(search);
		this.upcomingContactRequests += 1;
		return search;
	}
}

interface ChannelItem {
	item: DeliverableItem;
	itemIndex: number;
	/**
	 * The search for the item's contact. Unset if no search is needed or if the operation performs its
	 * own search.
	 */
	search: ContactSearch | undefined;
}

interface ContactSearch {
	/** The first item that needs this contact. */
	item: SearchedItem;
	itemIndexes: number[];
	/** Whether any of the items has tags to skip. */
	needsTags: boolean;
	/** Resolves when the search has ended or the execution is stopped. */
	ended: Promise<void>;
	end(): void;
}

type SearchedItem = DeliverableItem & { kind: 'contact'; contact: CustomFieldReference };

/** Groups the items by `channelKey`. */
export async function channelsIn(
	items: readonly ReadItem[],
	cancellation: CancellationToken,
	slice: TimeSlice,
): Promise<Map<string, ChannelItems>> {
	const channels = new Map<string, ChannelItems>();
	await mapInSlices(items, slice, (item, itemIndex) => {
		if (!isDeliverable(item)) return;
		const { channelKey } = item.credential;
		const channel = channels.get(channelKey) ?? new ChannelItems(cancellation);
		channels.set(channelKey, channel);
		channel.add(item, itemIndex);
	});
	return channels;
}

function isDeliverable(item: ReadItem): item is DeliverableItem {
	return item.kind !== 'failed' && item.kind !== 'skipped';
}

/**
 * Returns `false` for items that an earlier attempt started, because such items keep their contact.
 */
function needsSearch(item: DeliverableItem): item is SearchedItem {
	return (
		item.kind === 'contact' && item.contact.kind === 'customField' && item.contactId === undefined
	);
}

function hasTagsToSkip(item: DeliverableItem): boolean {
	return item.kind === 'contact' && (item.tagsToSkip ?? []).length > 0;
}

function newSearch(item: SearchedItem, cancellation: CancellationToken): ContactSearch {
	let end: () => void = () => undefined;
	const ended = new Promise<void>((resolve) => {
		const removeListener = cancellation.onStop(resolve);
		end = () => {
			removeListener();
			resolve();
		};
	});
	return { item, itemIndexes: [], needsTags: false, ended, end };
}
