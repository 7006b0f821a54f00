import type { Epoch } from './triggerEpoch';
import type { Memory, TriggerEvidence } from './triggerEvidence';
import { searchedValues } from './watchedContacts';

/**
 * Returns whether failing pages don't keep a trigger from reading a contact that searches show as it
 * is since a time.
 */
export function isReadable(
	trigger: TriggerEvidence,
	{ epoch, knowledge }: Memory,
	id: string,
	since: number,
): boolean {
	const { failingPages } = trigger.recording;
	if (failingPages.length === 0) return true;
	if (trigger.search.order !== 'unstable') {
		return lastPageFor(trigger, epoch, id) < Math.min(...failingPages);
	}
	return (knowledge.shownAt.get(id) ?? -Infinity) >= since;
}

/**
 * Returns the highest page number that a pass reads until it shows a contact, if searches have a
 * stable order. The searches for other values come first.
 */
function lastPageFor(
	{ search: { ...shown }, recording }: TriggerEvidence,
	{ settings, contacts }: Epoch,
	id: string,
): number {
	const search = { ...shown, lagMs: 0 };
	// Only the page after the last one shows that the total or the last page was wrong.
	const morePages = search.total === 'exact' && search.paging !== 'lastPageTooLarge' ? 0 : 1;
	let lastPage = 0;
	for (const value of searchedValues(settings)) {
		const found = contacts.search('status', value, search, recording.endedAt, () => 0).contacts;
		const position = found.findIndex((contact) => contact?.id === id);
		if (position !== -1) return Math.max(lastPage, Math.floor(position / search.pageSize) + 1);
		const pages = Math.max(1, Math.ceil(found.length / search.pageSize));
		lastPage = Math.max(lastPage, pages + morePages);
	}
	return lastPage;
}
