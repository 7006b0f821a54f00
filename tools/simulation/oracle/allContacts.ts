import { type ContactHistory, contactHistoryOf, type Period } from './contactHistory';
import {
	type Evidence,
	fetchedId,
	idText,
	type ItemEvidence,
	type Oracle,
	outputOf,
} from './evidence';

/** The maximum number of times that a list is read. */
const maxReads = 3;

/** The maximum number of consecutive empty or repeated pages. */
const maxRepeatedPages = 5;

/** Failed requests are repeated. */
const maxAttempts = 3;

/** Returns how many pages the items of an execution may search, with the same value or others. */
function maxSearches({ contacts, history }: Evidence, { token, execution }: ItemEvidence): number {
	const { pageSize } = history.conditions.search;
	const pages =
		Math.ceil((contacts.get(token)?.ids().length ?? 0) / pageSize) + maxRepeatedPages + 1;
	return pages * maxReads * maxAttempts * maxValues * execution.plan.items;
}

/** The maximum number of values for which one text is searched. */
const maxValues = 6;

interface List {
	item: ItemEvidence;
	history: ContactHistory;
	period: Period;
	ids: string[];
}

function listsIn(evidence: Evidence): List[] {
	return evidence.items.flatMap((item) => {
		const history = contactHistoryOf(evidence, item);
		if (history === undefined || item.execution.plan.operation !== 'getAll') return [];
		return item.execution.ended.flatMap((attempt, number) => {
			const period = history.searched((request) => request.attempt === number);
			if (attempt.error !== undefined || period === undefined) return [];
			const report = { attempt, number, outcome: 'done', text: '' } as const;
			const output = outputOf(report, item.itemIndex);
			if (output[0]?.['error'] !== undefined) return [];
			const ids = output.map(({ id }) => fetchedId(idText(id)));
			return [{ item, history, period, ids }];
		});
	});
}

/**
 * Returns the IDs of contacts that are missing from a list, although they had the value all the
 * time.
 */
function missingIn({ item, history, period, ids }: List): string[] {
	const { primary } = history.interpretations;
	if (primary === undefined || ids.length === item.execution.plan.limit) return [];
	return history.always(primary, period).filter((id) => !ids.includes(id));
}

/**
 * Whether as many contacts left the results between two pages as joined them, so that the service's
 * numbers can't show the change.
 */
function areChangesHidden({ history, period }: List): boolean {
	const { primary } = history.interpretations;
	return primary !== undefined && history.areExchanged(primary, period);
}

/**
 * C3: *Get Many* returns each contact that has exactly the value once, and no other contact, or
 * fails. It always ends.
 */
export const allContacts: Oracle = (evidence) => [
	...evidence.items.flatMap((item) => endlessSearches(evidence, item)),
	...listsIn(evidence).flatMap((list) => {
		const { item, history, period, ids } = list;
		const { limit } = item.execution.plan;
		const { primary, searched } = history.interpretations;
		return [
			new Set(ids).size < ids.length ? `${item.name} returned a contact twice` : undefined,
			limit > 0 && ids.length > limit ? `${item.name} exceeds its limit` : undefined,
			...ids.map((id) => {
				const values = history.valuesIn(id, period);
				return searched.some((value) => values.includes(value))
					? undefined
					: `${item.name} searched ${searched.join(' or ')}, but returned contact ${id} with ${values.join(', ')}`;
			}),
			...missingIn(list).map((id) =>
				areChangesHidden(list)
					? undefined
					: `${item.name} lacks contact ${id} with ${String(primary)}`,
			),
		];
	}),
];

function endlessSearches(evidence: Evidence, item: ItemEvidence): string[] {
	const history = contactHistoryOf(evidence, item);
	if (history === undefined || item.execution.plan.operation !== 'getAll') return [];
	return item.execution.ended.flatMap((_, number) => {
		const searches = item.execution.requests.filter(
			(request) => request.attempt === number && history.isSearch(request),
		).length;
		return searches > maxSearches(evidence, item)
			? [`${item.name} searched ${String(searches)} times`]
			: [];
	});
}

/** The exception of C3: lists from which contacts are missing because changes were hidden. */
export const listsWithHiddenChanges: Oracle = (evidence) =>
	listsIn(evidence)
		.filter((list) => areChangesHidden(list) && missingIn(list).length > 0)
		.map(({ item }) => `${item.name} lacks a contact`);
