/** The time in which a contact was certainly in the list, as the numbers of page responses. */
interface Sighting {
	readonly first: number;
	readonly last: number;
}

interface PageResponse {
	/** The number of distinct contacts on the page. */
	readonly listed: number;
	/** As reported by the service. */
	readonly total: number;
}

/** A complete search for a value. */
interface CountedSearch {
	/** The numbers of its first and last page responses. */
	readonly first: number;
	readonly last: number;
	readonly total: number;
}

interface ValueEvidence {
	/** Contact IDs map to sightings. */
	readonly sightings: Map<string, Sighting>;
	readonly searches: CountedSearch[];
}

/**
 * Determines whether the searches for a baseline have shown all contacts, although contacts can
 * move to other pages, and start or stop matching during a search.
 *
 * A contact that was shown both before and after a response was in the list when the service
 * responded. If there are as many of these contacts as the service counted then, no other contact
 * was in the list. The comparison must refer to one response: if one contact leaves the list and
 * another one joins it, their number can equal the total while a third contact is missing.
 */
export class BaselineEvidence {
	private constructor(
		private readonly responses: PageResponse[],
		private readonly values: Map<number, ValueEvidence>,
	) {}

	static empty(): BaselineEvidence {
		return new BaselineEvidence([], new Map());
	}

	/** @param isKept whether the evidence about a contact still holds */
	copy(isKept?: (contactId: string) => boolean): BaselineEvidence {
		const copied = new BaselineEvidence([...this.responses], new Map());
		for (const [value, { sightings, searches }] of this.values) {
			// Each poll copies all sightings, and filtering them takes twice as long.
			const kept = isKept ? [...sightings].filter(([contactId]) => isKept(contactId)) : sightings;
			copied.values.set(value, { sightings: new Map(kept), searches: [...searches] });
		}
		return copied;
	}

	/** @param value the index of the search value */
	addPage(value: number, contactIds: readonly string[], total: number): void {
		const response = this.responses.length;
		this.responses.push({ listed: new Set(contactIds).size, total });
		const { sightings } = this.evidenceFor(value);
		for (const contactId of contactIds) {
			const { first = response } = sightings.get(contactId) ?? {};
			sightings.set(contactId, { first, last: response });
		}
	}

	/**
	 * Ends the time in which a contact was in the list of a value that it no longer has, because it
	 * can have the value again later.
	 *
	 * @param value the index of the value that the contact has according to a lookup, or -1 if the
	 * contact doesn't match
	 */
	addLookup(value: number, contactId: string): void {
		for (const [searched, { sightings }] of this.values) {
			const sighting = sightings.get(contactId);
			if (sighting === undefined) continue;
			if (searched !== value) sightings.delete(contactId);
			else sightings.set(contactId, { ...sighting, last: this.responses.length - 1 });
		}
	}

	/**
	 * Ends a search for a value. The highest total counts, because some totals lag behind. It is only
	 * trusted if the pages contained no more contacts, because some services estimate it.
	 */
	endSearch(value: number, pages: number): void {
		const last = this.responses.length - 1;
		const first = last - pages + 1;
		// The search began before the baseline, which another process has started.
		if (first < 0) return;
		const responses = this.responses.slice(first);
		const listed = responses.reduce((sum, page) => sum + page.listed, 0);
		const highest = Math.max(...responses.map(({ total }) => total));
		const total = pages === 1 ? Math.max(highest, listed) : highest;
		if (listed <= total) this.evidenceFor(value).searches.push({ first, last, total });
	}

	/**
	 * @param values the number of search values
	 * @param pending contacts that still have to be looked up, and are assumed to match
	 */
	showsAll(values: number, pending: ReadonlySet<string> = new Set()): boolean {
		return Array.from({ length: values }, (_, value) => this.evidenceFor(value)).every(
			({ sightings, searches }) => {
				const counts = this.countsOf(sightings, pending);
				return searches.some(({ first, last, total }) =>
					counts.slice(first, last + 1).some((count) => count >= total),
				);
			},
		);
	}

	/** Returns how many contacts were certainly in the list at each response. */
	private countsOf(
		sightings: ReadonlyMap<string, Sighting>,
		pending: ReadonlySet<string>,
	): number[] {
		const end = this.responses.length;
		const changes = Array.from({ length: end + 1 }, () => 0);
		for (const [contactId, { first, last }] of sightings) {
			const after = pending.has(contactId) ? end : last + 1;
			changes[first] = (changes[first] ?? 0) + 1;
			changes[after] = (changes[after] ?? 0) - 1;
		}
		let count = 0;
		return changes.slice(0, end).map((change) => (count += change));
	}

	private evidenceFor(value: number): ValueEvidence {
		const evidence = this.values.get(value) ?? { sightings: new Map(), searches: [] };
		this.values.set(value, evidence);
		return evidence;
	}
}
