import type { Epoch } from './triggerEpoch';
import type { Memory, TriggerEvidence } from './triggerEvidence';

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
		return pageOf(trigger, epoch, id) < Math.min(...failingPages);
	}
	return (knowledge.shownAt.get(id) ?? -Infinity) >= since;
}

/** Returns the page of a search that shows a contact now, if searches have a stable order. */
function pageOf(
	{ search: { ...shown }, recording }: TriggerEvidence,
	{ settings, contacts }: Epoch,
	id: string,
): number {
	const search = { ...shown, lagMs: 0 };
	const position = contacts
		.search('status', settings.value, search, recording.endedAt, () => 0)
		.contacts.findIndex((contact) => contact?.id === id);
	return Math.floor(position / search.pageSize) + 1;
}
