import { BaselineCompleteness } from './baselineCompleteness';
import { newPass, type SearchPass } from './searchPass';
import type { TriggerSettings } from './settings';
import type { Snapshot } from './snapshot';
import type { StoredContacts } from './storedSnapshot';
import {
	type ContactsWithMissingFields,
	lookedUpElsewhere,
	type LookedUpContacts,
	noLongerMatching,
} from './snapshotDiff';
import type { WatchedContent } from './watchedContent';
import { maxBaselinePasses } from './baselinePasses';

/**
 * The state of a trigger, which is kept in memory between polls. Each poll changes a copy because
 * polls can overlap with publications and not every result is kept.
 */
export interface TriggerState {
	readonly snapshot: Snapshot;
	pass: SearchPass;
	/** The IDs of contacts to look up, in this order. */
	readonly due: Set<string>;
	/** The number of consecutive unclear lookups, by contact ID. */
	readonly unclear: Map<string, number>;
	readonly lookedUp: LookedUpContacts;
	readonly missingFields: ContactsWithMissingFields;
	baselineEvidence: BaselineCompleteness;
	/**
	 * Whether the searches for the baseline are over, so that only lookups delay the baseline's end.
	 */
	isBaselineRead: boolean;
	/** Whether lookups come first, because they can end the baseline. */
	isConfirming: boolean;
	/**
	 * Whether the next request is a lookup. Pages and lookups alternate, but if there are no contacts
	 * to look up, a page is read.
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
	const { snapshot, pass, due, unclear, lookedUp, missingFields, baselineEvidence } = state;
	return {
		...state,
		snapshot: { ...snapshot, contacts: new Map(snapshot.contacts) },
		pass: { ...pass, seen: new Map(pass.seen), seenOfValue: new Set(pass.seenOfValue) },
		due: new Set(due),
		unclear: new Map(unclear),
		lookedUp: new Map(lookedUp),
		missingFields: new Map(missingFields),
		baselineEvidence: baselineEvidence.copy(),
	} satisfies TriggerState;
}

/**
 * Creates a state from a stored snapshot and continues the current search of an older state. If the
 * search weren't continued, no search would reach its last page when two processes take turns
 * polling.
 *
 * The other process may have looked up contacts whose changes searches don't show yet. Contacts
 * that differ in the stored snapshot therefore count as looked up, as do contacts that no longer
 * match.
 */
export function stateOf(
	{ gone = [], ...snapshot }: StoredContacts,
	older?: TriggerState,
): TriggerState {
	const due = [...(older?.due ?? [])].filter((contactId) => snapshot.contacts.has(contactId));
	const known = older?.snapshot.contacts ?? new Map<string, WatchedContent>();
	const lookedUp: LookedUpContacts = new Map(
		[...(older?.lookedUp ?? [])].filter(([contactId, { content }]) =>
			content === undefined ? snapshot.baselinePasses === 0 : snapshot.contacts.has(contactId),
		),
	);
	for (const contactId of gone) lookedUp.set(contactId, noLongerMatching);
	for (const [contactId, stored] of snapshot.contacts) {
		const content = known.get(contactId);
		// Static data contains only hashes, so the values are copied from the older state.
		if (content?.hashes === stored.hashes) snapshot.contacts.set(contactId, content);
		else lookedUp.set(contactId, lookedUpElsewhere(stored));
	}
	return {
		pass: newPass(),
		unclear: new Map(),
		missingFields: new Map(),
		isLookupNext: false,
		...older,
		lookedUp,
		baselineEvidence:
			older === undefined || snapshot.baselinePasses === 0
				? BaselineCompleteness.empty()
				: older.baselineEvidence.copy((id) => !known.has(id) || snapshot.contacts.has(id)),
		isBaselineRead: false,
		isConfirming: false,
		snapshot,
		due: new Set(due),
	};
}
