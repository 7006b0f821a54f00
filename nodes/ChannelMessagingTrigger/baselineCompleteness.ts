/**
 * A period in which a contact was certainly in the list. `first` and `last` are the numbers of the
 * page responses at its start and its end.
 */
interface Sighting {
	/** The index of the contact's value, or -1 if only a similar value was searched for. */
	readonly value: number;
	readonly first: number;
	readonly last: number;
}

interface PageResponse {
	/** The number of distinct contacts on the page. */
	readonly listed: number;
	/** The total as reported by the service. */
	readonly total: number;
}

/** A complete search for one value. */
interface CountedSearch {
	/** The number of the first page response. `last` is the number of the last. */
	readonly first: number;
	readonly last: number;
	readonly total: number;
}

/** The evidence for the list of contacts with a value. */
interface ListEvidence {
	/** The sightings, by contact ID. */
	readonly sightings: Map<string, Sighting>;
	readonly searches: CountedSearch[];
	/** The number of the latest page response. */
	latest: number;
	/** The number of the latest response that was followed by a lower total. */
	decreasedAfter: number;
	/** The value of `decreasedAfter` when the total last increased. */
	dippedAfter: number;
}

/** The first and last responses at which all contacts of a list were known. */
interface Proof {
	readonly first: number;
	readonly last: number;
}

/**
 * Determines whether the searches for a baseline have shown all contacts, even though contacts can
 * move to other pages or lists, and can start or stop matching during a search.
 *
 * A contact that was shown both before and after a response was in the list when the service
 * responded, unless the total shows that it may have left and returned in the meantime. If there
 * are as many of these contacts as the service counted then, no other contact was in the list. The
 * comparison must refer to one response: if one contact leaves the list and another one joins it,
 * their number can equal the total while a third contact is missing.
 */
export class BaselineCompleteness {
	private constructor(
		private readonly responses: PageResponse[],
		private readonly lists: Map<number, ListEvidence>,
	) {}

	static empty(): BaselineCompleteness {
		return new BaselineCompleteness([], new Map());
	}

	/** @param isKept whether the evidence about a contact still holds */
	copy(isKept?: (contactId: string) => boolean): BaselineCompleteness {
		const copied = new BaselineCompleteness([...this.responses], new Map());
		for (const [value, list] of this.lists) {
			const { sightings, searches } = list;
			// Each poll copies all sightings, and filtering them takes twice as long.
			const kept = isKept ? [...sightings].filter(([contactId]) => isKept(contactId)) : sightings;
			copied.lists.set(value, { ...list, sightings: new Map(kept), searches: [...searches] });
		}
		return copied;
	}

	/**
	 * @param searched the index of the search value
	 * @param contacts the index of each contact's value, by contact ID. The index is -1 for similar
	 * values.
	 */
	addPage(searched: number, contacts: ReadonlyMap<string, number>, total: number): void {
		const response = this.responses.length;
		const list = this.lists.get(searched) ?? newList();
		this.lists.set(searched, list);
		const before = this.responses[list.latest]?.total ?? total;
		if (total < before) list.decreasedAfter = list.latest;
		if (total > before) list.dippedAfter = list.decreasedAfter;
		list.latest = response;
		this.responses.push({ listed: contacts.size, total });
		for (const [contactId, value] of contacts) {
			this.endOtherSightings(contactId, value);
			const sighting = list.sightings.get(contactId);
			const isContinued = sighting !== undefined && sighting.last > list.dippedAfter;
			const first = isContinued ? sighting.first : response;
			list.sightings.set(contactId, { value, first, last: response });
		}
	}

	/** @param value the index of the contact's value, or -1 if the contact doesn't match */
	addLookup(contactId: string, value: number): void {
		this.endOtherSightings(contactId, value);
		for (const { sightings, decreasedAfter } of this.lists.values()) {
			const sighting = sightings.get(contactId);
			if (sighting === undefined) continue;
			if (value === -1) {
				sightings.delete(contactId);
				continue;
			}
			const last = this.responses.length - 1;
			// If the contact isn't continued, it may have left and returned after the latest response.
			const isContinued = sighting.last > decreasedAfter;
			const first = isContinued ? sighting.first : last + 1;
			sightings.set(contactId, { ...sighting, first, last });
		}
	}

	/**
	 * Ends a search for a value. The highest total counts, because some totals lag behind. This total
	 * is trusted only if the pages didn't contain more contacts, because some services estimate it.
	 */
	endSearch(searched: number, pages: number): void {
		const last = this.responses.length - 1;
		const first = last - pages + 1;
		// The search began before the baseline, which was started by another process.
		if (first < 0) return;
		const responses = this.responses.slice(first);
		const listed = responses.reduce((sum, page) => sum + page.listed, 0);
		const highest = Math.max(...responses.map(({ total }) => total));
		const total = pages === 1 ? Math.max(highest, listed) : highest;
		if (listed <= total) this.lists.get(searched)?.searches.push({ first, last, total });
	}

	/**
	 * Returns whether all lists are known. A contact could move to a list that was already searched,
	 * and be missing from all lists. Each list must therefore have been known at a response that
	 * followed a response of every other list.
	 *
	 * @param values the number of search values
	 * @param pending contacts that still have to be looked up, and are assumed to match
	 */
	showsAll(values: number, pending: ReadonlySet<string> = new Set()): boolean {
		const proofs = Array.from({ length: values }, (_, value) => this.proofOf(value, pending));
		return proofs.every((proof) =>
			proofs.every(
				(other) =>
					proof !== undefined &&
					other !== undefined &&
					(proof === other || proof.last > other.first),
			),
		);
	}

	private proofOf(value: number, pending: ReadonlySet<string>): Proof | undefined {
		const list = this.lists.get(value);
		if (list === undefined || list.searches.length === 0) return undefined;
		const counts = this.countsOf(list, pending);
		const proved = list.searches.flatMap(({ first, last, total }) =>
			counts
				.slice(first, last + 1)
				.flatMap((count, index) => (count >= total ? first + index : [])),
		);
		const [first] = proved;
		const last = proved.at(-1);
		return first === undefined || last === undefined ? undefined : { first, last };
	}

	/** Returns how many contacts were certainly in the list at each response. */
	private countsOf(
		{ sightings, decreasedAfter }: ListEvidence,
		pending: ReadonlySet<string>,
	): number[] {
		const end = this.responses.length;
		const changes = Array.from({ length: end + 1 }, () => 0);
		for (const [contactId, { first, last }] of sightings) {
			const isPending = pending.has(contactId) && last > decreasedAfter;
			const after = isPending ? end : last + 1;
			changes[first] = (changes[first] ?? 0) + 1;
			changes[after] = (changes[after] ?? 0) - 1;
		}
		let count = 0;
		return changes.slice(0, end).map((change) => (count += change));
	}

	/**
	 * Ends sightings of a contact with another value, because the contact was in other lists with that
	 * value.
	 */
	private endOtherSightings(contactId: string, value: number): void {
		for (const { sightings } of this.lists.values()) {
			const sighting = sightings.get(contactId);
			if (sighting !== undefined && sighting.value !== value) sightings.delete(contactId);
		}
	}
}

function newList(): ListEvidence {
	const none = -1;
	return {
		...{ sightings: new Map(), searches: [] },
		...{ latest: none, decreasedAfter: none, dippedAfter: none },
	};
}
