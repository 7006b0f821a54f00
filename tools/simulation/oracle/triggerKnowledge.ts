/**
 * The information that a process has from the responses that it received or from saved static data.
 */
export interface Knowledge {
	/** The contacts that lookups have shown not to match. */
	gone: Set<string>;
	/** The contacts that matched when they were last seen, with the content that was reported. */
	present: Map<string, string>;
	/**
	 * Present contacts that only searches have shown since a lookup showed that they didn't match. The
	 * results may lag behind, so the content counts from the next lookup on.
	 */
	contradicting: Set<string>;
	/** Present contacts that only lookups have shown since they match. */
	onlyLookedUp: Set<string>;
	/** When each contact was last shown with the value. */
	shownAt: Map<string, number>;
	passTimes: number[];
	/** When the baseline was complete at the latest. */
	baselineAt: number | undefined;
	/** The contacts that ten passes have shown. A contact that they didn't show is new (T2). */
	shownByTenPasses: ReadonlySet<string> | undefined;
	/** Present contacts whose latest lookup had no clear answer. They may be deleted. */
	unclear: Set<string>;
	/** When the current pass began. */
	passBeganAt: number;
	/** The contacts that the current pass has shown. */
	seen: Set<string>;
	/** The contacts that the current pass has shown for the current value. */
	seenOfList: Set<string>;
	/** The contacts that the passes of this process have shown. */
	everSeen: Set<string>;
	/** Whether the current pass has one page, and the service counts no other contacts. */
	hasSinglePage: boolean;
	/** When the latest pass began, if the passes up to it have shown all contacts. */
	shownAllSince: number | undefined;
	/** Whether the baseline ends with the lookups after the latest pass. */
	isConfirmed: boolean;
	/** The time of the latest response. */
	respondedAt: number;
}

const maxBaselinePasses = 10;

/** The contacts in the service's search index. */
export interface Index {
	/** Returns the contacts that a search finds. */
	found(): readonly string[];
	/**
	 * Whether searches and lookups, and all totals of responses since then, had the same contacts with
	 * the same statuses.
	 */
	isUnchangedSince(time: number): boolean;
}

export function newKnowledge(): Knowledge {
	return {
		...{ gone: new Set(), present: new Map(), onlyLookedUp: new Set(), shownAt: new Map() },
		contradicting: new Set(),
		...{ passTimes: [], baselineAt: undefined, shownByTenPasses: undefined, unclear: new Set() },
		...{
			passBeganAt: 0,
			seen: new Set(),
			seenOfList: new Set(),
			everSeen: new Set(),
			hasSinglePage: true,
		},
		...{ shownAllSince: undefined, isConfirmed: false, respondedAt: 0 },
	};
}

/**
 * A baseline is complete when a second pass confirms all contacts of a list that doesn't change. If
 * the list changes, it may take up to ten passes.
 */
export function completePass(knowledge: Knowledge, at: number, index: Index): void {
	const { passTimes, shownAt, present, passBeganAt, seen, everSeen, hasSinglePage } = knowledge;
	passTimes.push(at);
	if (knowledge.baselineAt !== undefined) return;
	if (passTimes.length === maxBaselinePasses) {
		knowledge.shownByTenPasses = new Set(shownAt.keys());
	}
	// A single page can't miss a contact.
	if (hasSinglePage || passTimes.length >= maxBaselinePasses) {
		knowledge.baselineAt = at;
		return;
	}
	const { shownAllSince } = knowledge;
	const found = index.found();
	knowledge.isConfirmed =
		shownAllSince !== undefined &&
		index.isUnchangedSince(shownAllSince) &&
		found.every((id) => seen.has(id) || present.has(id));
	const showsAll = found.every((id) => everSeen.has(id));
	knowledge.shownAllSince = showsAll ? passBeganAt : undefined;
}

/** The baseline ends if it has all contacts when the next pass begins, after the lookups. */
export function beginPass(knowledge: Knowledge, at: number): void {
	knowledge.passBeganAt = at;
	knowledge.seen = new Set();
	knowledge.hasSinglePage = true;
	knowledge.baselineAt = baselineEnd(knowledge);
	knowledge.isConfirmed = false;
}

/** Returns when the baseline was complete at the latest, if no further lookup follows. */
export function baselineEnd(knowledge: Knowledge): number | undefined {
	const { baselineAt, isConfirmed, unclear, respondedAt } = knowledge;
	return baselineAt ?? (isConfirmed && unclear.size === 0 ? respondedAt : undefined);
}

/** Returns the knowledge that another process has saved. It doesn't contain its searches. */
export function savedKnowledge(knowledge: Knowledge): Knowledge {
	return {
		...structuredClone(knowledge),
		...{ everSeen: new Set(), shownAllSince: undefined, isConfirmed: false },
	};
}
