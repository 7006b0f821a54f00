import { newPass, type SearchPass } from './searchPass';
import type { TriggerSettings } from './settings';
import type { Snapshot } from './snapshot';
import type { ContactsWithMissingFields, LookedUpContacts } from './snapshotDiff';

/**
 * The number of passes that make up the baseline. If contacts disappear from the search results
 * during the first pass, other contacts can move to pages that were already read. The second pass
 * finds those contacts, so that they aren't reported as new.
 */
const baselinePasses = 2;

/**
 * The state that a trigger keeps in memory between polls. Each poll changes a copy, because polls can
 * overlap with publications, and only some of them count.
 */
export interface TriggerState {
	readonly snapshot: Snapshot;
	pass: SearchPass;
	/** The IDs of contacts to look up, in lookup order. */
	readonly due: Set<string>;
	/** Maps contact IDs to the number of consecutive lookups without a clear result. */
	readonly unclear: Map<string, number>;
	readonly lookedUp: LookedUpContacts;
	readonly missingFields: ContactsWithMissingFields;
	/**
	 * Makes requests for pages and lookups alternate. If no lookup is due, the next request is for a
	 * page.
	 */
	isLookupNext: boolean;
}

/** @param includesExisting whether contacts that match now are events */
export function newState({ event }: TriggerSettings, includesExisting: boolean): TriggerState {
	const hasBaseline = event === 'contactMatches' && !includesExisting;
	return stateOf({
		contacts: new Map(),
		baselinePasses: hasBaseline ? baselinePasses : 0,
		isUnread: true,
		revision: 0,
	});
}

export function copyOf(state: TriggerState) {
	const { snapshot, pass, due, unclear, lookedUp, missingFields } = state;
	return {
		...state,
		snapshot: { ...snapshot, contacts: new Map(snapshot.contacts) },
		pass: { ...pass, seen: new Map(pass.seen) },
		due: new Set(due),
		unclear: new Map(unclear),
		lookedUp: new Map(lookedUp),
		missingFields: new Map(missingFields),
	} satisfies TriggerState;
}

/**
 * Creates a state from a stored snapshot, and continues the pass of an older state. Otherwise, no
 * pass would reach the last page if two processes took turns polling.
 */
export function stateOf(snapshot: Snapshot, older?: TriggerState): TriggerState {
	const due = [...(older?.due ?? [])].filter((contactId) => snapshot.contacts.has(contactId));
	// The stored contents have no values.
	for (const [contactId, content] of older?.snapshot.contacts ?? []) {
		const { hashes } = snapshot.contacts.get(contactId) ?? {};
		if (hashes === content.hashes) snapshot.contacts.set(contactId, content);
	}
	return {
		pass: newPass(),
		unclear: new Map(),
		lookedUp: new Map(),
		missingFields: new Map(),
		isLookupNext: false,
		...older,
		snapshot,
		due: new Set(due),
	};
}
