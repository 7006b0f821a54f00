import { newPass, type SearchPass } from './searchPass';
import type { TriggerSettings } from './settings';
import type { Snapshot } from './snapshot';
import type { ContactsWithMissingFields, LookedUpContacts } from './snapshotDiff';

/**
 * The minimum number of searches for a baseline of existing contacts with several result pages. If
 * contacts disappear during the first search, other contacts can move to pages that were already
 * read. The second search finds them, so that they aren't reported as new.
 */
export const minBaselinePasses = 2;

/**
 * The maximum number of searches for a baseline of existing contacts. If search results have no
 * stable order, one search misses about a third of all contacts, and ten searches miss one in
 * 20,000. More are needed only if the service counts contacts that it doesn't show.
 */
export const maxBaselinePasses = 10;

/**
 * A trigger's state, which stays in memory between polls. Each poll changes a copy, because polls
 * can overlap with publications, and not every poll's result counts.
 */
export interface TriggerState {
	readonly snapshot: Snapshot;
	pass: SearchPass;
	/** The IDs of contacts to look up, in lookup order. */
	readonly due: Set<string>;
	/** Maps contact IDs to the number of consecutive inconclusive lookups. */
	readonly unclear: Map<string, number>;
	readonly lookedUp: LookedUpContacts;
	readonly missingFields: ContactsWithMissingFields;
	/** The IDs of contacts that searches for the baseline have shown with another value. */
	readonly differing: Set<string>;
	/**
	 * The number of contacts that the service counts for the baseline. Only defined from the time
	 * when searches have shown this many contacts until lookups confirm which of them still match.
	 */
	baselineTotal: number | undefined;
	/**
	 * Whether the next request is a lookup, because page requests and lookups alternate. If no
	 * lookup is due, the next request is for a page.
	 */
	isLookupNext: boolean;
}

/** @param includesExisting whether to report contacts that already match */
export function newState({ event }: TriggerSettings, includesExisting: boolean): TriggerState {
	const hasBaseline = event === 'contactMatches' && !includesExisting;
	return stateOf({
		contacts: new Map(),
		baselinePasses: hasBaseline ? maxBaselinePasses : 0,
		isUnread: true,
		revision: 0,
	});
}

export function copyOf(state: TriggerState) {
	const { snapshot, pass, due, unclear, lookedUp, missingFields, differing } = state;
	return {
		...state,
		snapshot: { ...snapshot, contacts: new Map(snapshot.contacts) },
		pass: { ...pass, seen: new Map(pass.seen) },
		due: new Set(due),
		unclear: new Map(unclear),
		lookedUp: new Map(lookedUp),
		missingFields: new Map(missingFields),
		differing: new Set(differing),
	} satisfies TriggerState;
}

/**
 * Creates a state from a stored snapshot, and continues the current search of an older state.
 * Otherwise, no search would reach its last page if two processes took turns polling.
 */
export function stateOf(snapshot: Snapshot, older?: TriggerState): TriggerState {
	const due = [...(older?.due ?? [])].filter((contactId) => snapshot.contacts.has(contactId));
	// Snapshots in static data contain only hashes, so the values are copied from the older state.
	for (const [contactId, content] of older?.snapshot.contacts ?? []) {
		const { hashes } = snapshot.contacts.get(contactId) ?? {};
		if (hashes === content.hashes) snapshot.contacts.set(contactId, content);
	}
	return {
		pass: newPass(),
		unclear: new Map(),
		lookedUp: new Map(),
		missingFields: new Map(),
		differing: new Set(),
		isLookupNext: false,
		...older,
		baselineTotal: undefined,
		snapshot,
		due: new Set(due),
	};
}
