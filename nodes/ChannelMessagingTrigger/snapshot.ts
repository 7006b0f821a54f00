import type { WatchedContent } from './watchedContent';

/** The known matching contacts, to which search results are compared. */
export interface Snapshot {
	/** The hashes of the watched fields and tags, by contact ID. */
	readonly contacts: Map<string, WatchedContent>;
	/**
	 * The maximum number of searches until the baseline is complete. Contacts found by these searches
	 * aren't new.
	 */
	baselinePasses: number;
	/** Whether the service hasn't responded to any search yet. */
	isUnread: boolean;
	/** A number that increases with every change. */
	revision: number;
}
