import { newPass, type SearchPass } from './searchPass';
import type { TriggerSettings } from './settings';
import type { Snapshot } from './snapshot';
import type { ContactsWithMissingFields, LookedUpContacts } from './snapshotDiff';

/**
 * The minimum number of passes of a baseline if a pass has several pages. If contacts disappear from
 * the search results during the first pass, other contacts can move to pages that were already read.
 * The second pass finds those contacts, so that they aren't reported as new.
 */
export const minBaselinePasses = 2;

/**
 * The maximum number of passes of a baseline. If searches have no stable order, a pass misses about
 * a third of all contacts, and ten passes miss one of 20,000. More passes are needed only if the
 * service counts contacts that it doesn't show.
 */
export const maxBaselinePasses = 10;

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
	/** IDs of contacts that the baseline's passes have shown with another value. */
	readonly differing: Set<string>;
	/**
	 * The number of contacts that the baseline needs. Defined between the last page of a pass that has
	 * shown as many contacts, and the lookups that show which of them still match.
	 */
	baselineTotal: number | undefined;
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
		differing: new Set(),
		isLookupNext: false,
		...older,
		baselineTotal: undefined,
		snapshot,
		due: new Set(due),
	};
}
