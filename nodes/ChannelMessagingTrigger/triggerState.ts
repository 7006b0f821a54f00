import { newPass, type SearchPass } from './searchPass';
import type { TriggerSettings } from './settings';
import type { Snapshot } from './snapshot';
import type { ContactsWithMissingFields, LookedUpContacts } from './snapshotDiff';

/**
 * For baselines with several pages. If contacts disappear during the first search, others move to
 * pages that were already read. The second search finds them, so they aren't reported as new.
 */
export const minBaselinePasses = 2;

/**
 * Without a stable order, one search misses a third of the contacts, and ten miss one in 20,000.
 * More are only needed if the service counts contacts that it doesn't show.
 */
export const maxBaselinePasses = 10;

/**
 * In memory between polls. Each poll changes a copy: polls can overlap with publications, and not
 * every poll counts.
 */
export interface TriggerState {
	readonly snapshot: Snapshot;
	pass: SearchPass;
	/** Contacts to look up, in this order. */
	readonly due: Set<string>;
	/** Unclear lookups in a row, by ID. */
	readonly unclear: Map<string, number>;
	readonly lookedUp: LookedUpContacts;
	readonly missingFields: ContactsWithMissingFields;
	/** Contacts that the baseline's searches showed with another value. */
	readonly differing: Set<string>;
	/**
	 * According to the service. Set when searches have shown as many contacts, until lookups confirm
	 * which of them still match.
	 */
	baselineTotal: number | undefined;
	/** Pages and lookups alternate. Without due lookups, it's a page anyway. */
	isLookupNext: boolean;
}

/** @param includesExisting report contacts that already match */
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
	// Static data only has hashes. The values come from the older state.
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
