import type { Contact } from '../ChannelMessaging/client/contact';
import type { ContactPage } from '../ChannelMessaging/client/contactPage';
import { fieldText } from '../ChannelMessaging/client/customFieldText';
import { contactIdOf } from '../ChannelMessaging/client/contactId';
import {
	type CustomFieldReference,
	valuesOf,
} from '../ChannelMessaging/customFieldValues/customFieldReference';
import { BaselineCompleteness } from './baselineCompleteness';
import type { SearchPass } from './searchPass';
import type { TriggerState } from './triggerState';

/**
 * The maximum number of searches for a baseline, and the number of searches without a contact after
 * which the contact counts as absent from searches. If the service doesn't return contacts in a
 * stable order, one search misses a third of them, and ten searches miss one in 20,000.
 */
export const maxBaselinePasses = 10;

/**
 * Adds a page to the evidence for the baseline. Contacts without an ID aren't counted. Contacts
 * whose value is unclear, because it is missing from the page and their lookup failed, are counted
 * but don't count as shown.
 */
export function addBaselinePage(
	{ snapshot, pass, baselineEvidence }: TriggerState,
	{ contacts, total = 0, hasNext }: ContactPage,
	match: CustomFieldReference,
): void {
	if (snapshot.baselinePasses === 0) return;
	const { valueIndex, nextPage } = pass;
	const shown = contacts.flatMap((contact): Array<[string, number]> => {
		const contactId = contactIdOf(contact);
		const isClear = contactId !== undefined && fieldText(contact, match.name) !== undefined;
		return isClear ? [[contactId, valueIndexOf(contact, match)]] : [];
	});
	const withoutId = contacts.filter((contact) => contactIdOf(contact) === undefined).length;
	baselineEvidence.addPage(valueIndex, new Map(shown), total - withoutId);
	if (!hasNext) baselineEvidence.endSearch(valueIndex, nextPage);
}

/**
 * Adds a lookup to the evidence for the baseline.
 *
 * @param contact `undefined` if the contact was deleted, or if lookups of the contact stay unclear
 */
export function addBaselineLookup(
	{ snapshot, baselineEvidence }: TriggerState,
	contactId: string,
	contact: Contact | undefined,
	match: CustomFieldReference,
): void {
	if (snapshot.baselinePasses === 0) return;
	baselineEvidence.addLookup(contactId, contact ? valueIndexOf(contact, match) : -1);
}

/** Returns -1 if the contact doesn't match. */
function valueIndexOf(contact: Contact, match: CustomFieldReference): number {
	return valuesOf(match).indexOf(fieldText(contact, match.name) ?? '');
}

/**
 * Counts a complete search, and ends the baseline if it was the last one or if the searches have
 * shown all contacts. Otherwise, lookups come first if they can prove that all contacts have been
 * shown.
 */
export function endBaselinePass(state: TriggerState, values: number): void {
	const { pass, snapshot, due, baselineEvidence } = state;
	// Whether no other process has counted a search since this search began.
	const isCounted = pass.baselinePasses === snapshot.baselinePasses;
	const isLast = isCounted && snapshot.baselinePasses === 1;
	if (isCounted && !isLast) {
		snapshot.baselinePasses -= 1;
		snapshot.revision += 1;
	}
	const canProve = isLast || baselineEvidence.showsAll(values, due);
	state.isBaselineRead =
		canProve && (isLast || due.size === 0 || baselineEvidence.showsAll(values));
	if (endBaseline(state)) return;
	if (state.isBaselineRead) putContradictionsFirst(state);
	state.isConfirming = canProve;
}

/**
 * Returns the number of contacts in the baseline. Lookups have already removed contacts that no
 * longer match. Contacts with a similar value can disappear unnoticed, so only those from the
 * current search are counted.
 */
export function shownContacts({ snapshot, pass }: TriggerState): number {
	return snapshot.contacts.size + differingContacts(pass);
}

/** Returns how many contacts with a similar value a search has found, such as `Lead` for `lead`. */
function differingContacts({ seen }: SearchPass): number {
	return [...seen.values()].filter((isMatch) => !isMatch).length;
}

/** Ends the baseline if the searches have shown all contacts. Returns whether it has ended. */
export function completeBaseline(state: TriggerState, values: number): boolean {
	state.isBaselineRead ||= state.baselineEvidence.showsAll(values);
	return endBaseline(state);
}

/**
 * Ends the baseline once its searches are over and no lookup is pending for a contact that they
 * have shown although an earlier lookup hadn't. If such a contact matches, it isn't new. Returns
 * whether the baseline has ended.
 */
export function endBaseline(state: TriggerState): boolean {
	const { snapshot, due } = state;
	if (!state.isBaselineRead || [...due].some((id) => !snapshot.contacts.has(id))) return false;
	state.baselineEvidence = BaselineCompleteness.empty();
	state.isBaselineRead = false;
	state.isConfirming = false;
	snapshot.baselinePasses = 0;
	snapshot.revision += 1;
	return true;
}

function putContradictionsFirst({ snapshot, due }: TriggerState): void {
	for (const contactId of [...due]) {
		if (!snapshot.contacts.has(contactId)) continue;
		due.delete(contactId);
		due.add(contactId);
	}
}
