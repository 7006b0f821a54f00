import type { SearchPass } from './searchPass';
import type { TriggerState } from './triggerState';

/**
 * The minimum number of searches for a baseline with several pages. If contacts disappear during
 * the first search, others move to pages that were already read. The second search finds these
 * contacts so that they aren't reported as new.
 */
const minBaselinePasses = 2;

/**
 * The minimum if the latest search showed contacts that no earlier one had shown. If one of them
 * started to match and another contact stopped matching during this search, the count is reached
 * although a contact is missing. The limit keeps busy lists from extending the baseline, because
 * contacts that start to match before its end aren't reported.
 */
const minBaselinePassesIfNew = 3;

/**
 * The maximum number of searches for a baseline, and the number of searches without a contact after
 * which the contact counts as absent from searches. If the service returns contacts in no stable
 * order, one search misses a third of them, and ten searches miss one in 20,000.
 */
export const maxBaselinePasses = 10;

/**
 * Updates the baseline after a complete search. If there is only one page, the baseline is
 * complete, because contacts can't move to other pages. Otherwise, it is complete when lookups
 * confirm as many contacts as the service counts, or after the maximum number of searches. The
 * count only proves completeness if the pages contained as many contacts, because some services
 * estimate it.
 */
export function endBaselinePass(state: TriggerState): void {
	const { pass, snapshot } = state;
	// Another process has completed a search in the meantime. Both searches may have missed a contact
	// that moved to an earlier page.
	if (pass.baselinePasses !== snapshot.baselinePasses) return;
	snapshot.baselinePasses = pass.hasSinglePages ? 0 : snapshot.baselinePasses - 1;
	snapshot.revision += 1;
	if (snapshot.baselinePasses === 0) return;
	const { total, listed, hasNew } = pass;
	const passes = maxBaselinePasses - snapshot.baselinePasses;
	if (passes < (hasNew ? minBaselinePassesIfNew : minBaselinePasses)) return;
	if (total !== listed || shownContacts(state) < total) return;
	state.baselineTotal = total - differingContacts(pass);
}

/**
 * Returns how many contacts the baseline has. Lookups have removed contacts that no longer match.
 * Contacts with a similar value can disappear unnoticed, so only the ones from the current search
 * are counted.
 */
export function shownContacts({ snapshot, pass }: TriggerState): number {
	return snapshot.contacts.size + differingContacts(pass);
}

/** Returns how many contacts a search has found for a similar value, such as `Lead` for `lead`. */
function differingContacts({ seen }: SearchPass): number {
	return [...seen.values()].filter((isMatch) => !isMatch).length;
}

/**
 * Completes the baseline if all lookups are done and as many contacts remain as the service counts.
 * Returns whether it is complete.
 */
export function completeBaseline(state: TriggerState): boolean {
	const { baselineTotal, snapshot, due, unclear } = state;
	if (due.size > 0) return false;
	state.baselineTotal = undefined;
	// A contact with an unclear lookup may have been deleted, so another contact may be missing.
	const confirmed = snapshot.contacts.size - unclear.size;
	const isComplete = baselineTotal !== undefined && confirmed >= baselineTotal;
	if (!isComplete) return false;
	snapshot.baselinePasses = 0;
	snapshot.revision += 1;
	return true;
}
