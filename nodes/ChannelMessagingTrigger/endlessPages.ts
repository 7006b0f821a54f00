/**
 * A search accepts at least this many pages without a new contact. If contacts are added during the
 * search, they move others to later pages, so up to as many pages can repeat as have contained new
 * contacts. If more pages repeat, the list is probably endless.
 */
const minAcceptedRepeats = 5;

/** The pages of one value. */
export interface RepeatedPages {
	/** The number of pages that contained a new contact. */
	newPages: number;
	/**
	 * The number of pages since the latest new contact that were empty, or came after as many contacts
	 * as the service counts.
	 */
	repeatedPages: number;
}

export function isProbablyEndless({ newPages, repeatedPages }: Readonly<RepeatedPages>): boolean {
	return repeatedPages > Math.max(minAcceptedRepeats, newPages);
}
