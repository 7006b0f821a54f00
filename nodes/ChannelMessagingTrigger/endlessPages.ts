/**
 * The minimum number of pages without a new contact that a search accepts. If contacts are added
 * during the search, they move others to later pages, so as many pages can repeat as have contained
 * new contacts. If more pages repeat, the list is probably endless.
 */
const minAcceptedRepeats = 5;

/** Counts the pages of a search for one value. */
export interface RepeatedPages {
	/** The number of pages that contained a new contact. */
	newPages: number;
	/**
	 * The number of suspicious pages since the latest new contact. A page is suspicious if it is empty
	 * or follows as many contacts as the service counts.
	 */
	repeatedPages: number;
}

export function isProbablyEndless({ newPages, repeatedPages }: Readonly<RepeatedPages>): boolean {
	return repeatedPages > Math.max(minAcceptedRepeats, newPages);
}
