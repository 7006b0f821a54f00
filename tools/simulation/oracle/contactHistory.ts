import type { ContactSearch } from '../../../test/support/service/configuration';
import type { ContactVersion } from '../../../test/support/service/contacts/contactStore';
import type { RecordedRequest } from '../world/recording';
import { contactIdIn, type Evidence, fetchedId, type ItemEvidence } from './evidence';
import { type Interpretations, interpretationsOf } from './phoneNumbers';

/** The time in which an item's contact was searched, in milliseconds of the virtual clock. */
export interface Period {
	from: number;
	to: number;
}

/** The search for an item's contact, compared with the service's own record of its contacts. */
export class ContactHistory {
	readonly name: string;

	readonly interpretations: Interpretations;

	private readonly versions: ReadonlyMap<string, readonly ContactVersion[]>;

	constructor(
		private readonly evidence: Evidence,
		private readonly item: ItemEvidence,
		search: NonNullable<ItemEvidence['search']>,
	) {
		this.name = search.name;
		this.interpretations = interpretationsOf(search, item.execution.plan);
		const contacts = evidence.contacts.get(item.token);
		this.versions = new Map(
			(contacts?.ids() ?? []).map((id) => [id, contacts?.versionsOf(id) ?? []]),
		);
	}

	/**
	 * Returns when the contact was searched in the requests that satisfy a condition, including the
	 * time in which results lag. `undefined`: it wasn't searched.
	 */
	searched(isIncluded: (request: RecordedRequest) => boolean): Period | undefined {
		const { requests } = this.item.execution;
		const reads = requests.filter(
			(request) => isIncluded(request) && request.token === this.item.token && this.isRead(request),
		);
		const [first] = reads.filter((request) => this.isSearch(request));
		const to = Math.max(...reads.map(({ writtenAt, endedAt = writtenAt }) => endedAt));
		return first && { from: first.writtenAt - this.evidence.history.conditions.search.lagMs, to };
	}

	/** Whether a request searches for a value of the item. */
	readonly isSearch = (request: RecordedRequest): boolean => {
		const { name, value = '' } = searchIn(request) ?? {};
		return name === this.name && this.interpretations.searched.includes(value);
	};

	/** If a search omits the values of contacts, the node reads each contact. */
	private isRead(request: RecordedRequest): boolean {
		const isContact = request.method === 'GET' && contactIdIn(request) !== undefined;
		return isContact || this.isSearch(request);
	}

	/**
	 * Returns the values of a contact in a period, in order, with `undefined` while there was none.
	 */
	valuesIn(id: string, period: Period): Array<string | undefined> {
		return this.contactsIn(id, period).map((contact) => contact?.custom_fields[this.name]);
	}

	/** Returns the versions of a contact in a period, in the same way. */
	contactsIn(id: string, { from, to }: Period): Array<ContactVersion['contact']> {
		const versions = this.versions.get(fetchedId(id)) ?? [];
		const { startDate } = this.evidence;
		const before = versions.filter(({ since }) => since - startDate <= from).at(-1);
		const during = versions.filter(
			({ since }) => since - startDate > from && since - startDate <= to,
		);
		return [before, ...during].map((version) => version?.contact);
	}

	/**
	 * Whether some contacts left the results of a search in a period, and others joined them, so that
	 * pages from different times can contradict neither each other nor the total.
	 */
	areExchanged(value: string, period: Period): boolean {
		const { match } = this.evidence.history.conditions.search;
		const matches = [...this.versions.keys()].map((id) =>
			this.valuesIn(id, period).map((text) => isFound(text, value, match)),
		);
		const leave = matches.some((isFoundThen) => isFoundThen.join().includes('true,false'));
		const join = matches.some((isFoundThen) => isFoundThen.join().includes('false,true'));
		return leave && join;
	}

	/** Returns the IDs of the contacts that had a value all the time. */
	always(value: string, period: Period): string[] {
		return [...this.versions.keys()].filter((id) =>
			this.valuesIn(id, period).every((text) => text === value),
		);
	}
}

/** Whether the service's search for a value finds a contact with a text. */
function isFound(text: string | undefined, value: string, match: ContactSearch['match']): boolean {
	if (text === undefined || match === 'exact') return text === value;
	const [found, searched] = [text.toLowerCase(), value.toLowerCase()];
	return match === 'partial' ? found.includes(searched) : found === searched;
}

/** Returns the query of a search, or `undefined` for other requests. */
function searchIn({ path }: RecordedRequest): Record<string, string> | undefined {
	const [pathname = '', query] = path.split('?');
	return pathname.endsWith('/by_custom_field')
		? Object.fromEntries(new URLSearchParams(query))
		: undefined;
}

/** Returns the history of an item's contact, or `undefined` if the item doesn't search for one. */
export function contactHistoryOf(
	evidence: Evidence,
	item: ItemEvidence,
): ContactHistory | undefined {
	return item.search && new ContactHistory(evidence, item, item.search);
}
