/**
 * The information that a process has from the responses that it received or from saved static data.
 */
export interface Knowledge {
	/** The contacts that lookups have shown not to match. */
	gone: Set<string>;
	/** The contacts that matched when they were last seen, with the content that was reported. */
	present: Map<string, string>;
	/** Present contacts that only lookups have shown since they match. */
	onlyLookedUp: Set<string>;
	/** When each contact was last shown with the value. */
	shownAt: Map<string, number>;
	passTimes: number[];
	/** When the baseline was complete, and its contacts. */
	baseline: { at: number; ids: ReadonlySet<string>; passes: number } | undefined;
	/** Present contacts whose latest lookup had no clear answer. They may be deleted. */
	unclear: Set<string>;
	/** Contacts that the current pass has shown with another value. */
	differing: Set<string>;
	/** The number of contacts that the service counts in the current pass. */
	total: number;
	/** The number of contacts on all pages of the current pass. */
	listed: number;
	/** The contacts that the current pass has shown. */
	seen: Set<string>;
	/** Whether the current pass has shown contacts that weren't present. */
	hasNew: boolean;
	/** Whether the service lists and counts no contacts beyond the first page of the current pass. */
	hasSinglePage: boolean;
	/** If the latest pass has shown as many contacts as this, the baseline ends with its lookups. */
	baselineTotal: number | undefined;
	/** The time of the latest response. */
	respondedAt: number;
}

/**
 * A search through several pages can miss contacts that move to an earlier page, so a baseline
 * consists of two passes.
 */
const minBaselinePasses = 2;

/** If the second pass shows other contacts than the first, the baseline has a third one. */
const minBaselinePassesIfNew = 3;

/** A contact that this number of passes doesn't show is new (T2). */
export const maxBaselinePasses = 10;

export function newKnowledge(): Knowledge {
	return {
		...{ gone: new Set(), present: new Map(), onlyLookedUp: new Set(), shownAt: new Map() },
		...{ passTimes: [], baseline: undefined, unclear: new Set(), differing: new Set() },
		...{ total: 0, listed: 0, seen: new Set(), hasNew: false, hasSinglePage: true },
		...{ baselineTotal: undefined, respondedAt: 0 },
	};
}

export function completePass(knowledge: Knowledge, at: number): void {
	knowledge.passTimes.push(at);
	const { passTimes, total, listed, hasNew, hasSinglePage } = knowledge;
	knowledge.total = knowledge.listed = 0;
	if (knowledge.baseline !== undefined) return;
	// A single page can't miss a contact.
	if (hasSinglePage || passTimes.length >= maxBaselinePasses) {
		endBaseline(knowledge, at);
		return;
	}
	// Services that estimate the total usually list another number of contacts.
	const isProof = listed === total && shownContacts(knowledge) >= total;
	const minPasses = hasNew ? minBaselinePassesIfNew : minBaselinePasses;
	if (isProof && passTimes.length >= minPasses) knowledge.baselineTotal = total;
}

function shownContacts({ present, differing }: Knowledge): number {
	return present.size + differing.size;
}

function endBaseline(knowledge: Knowledge, at: number): void {
	const { passTimes, shownAt } = knowledge;
	knowledge.baseline = { at, ids: new Set(shownAt.keys()), passes: passTimes.length };
}

/** The baseline ends if it has all contacts when the next pass begins, after the lookups. */
export function beginPass(knowledge: Knowledge): void {
	const { baselineTotal, respondedAt } = knowledge;
	knowledge.total = knowledge.listed = 0;
	knowledge.seen = new Set();
	knowledge.hasNew = false;
	knowledge.hasSinglePage = true;
	const confirmed = shownContacts(knowledge) - knowledge.unclear.size;
	if (baselineTotal !== undefined && confirmed >= baselineTotal) {
		endBaseline(knowledge, respondedAt);
	}
	knowledge.baselineTotal = undefined;
	knowledge.differing = new Set();
}
