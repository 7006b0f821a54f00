import { contactHistoryOf } from './contactHistory';
import {
	type Evidence,
	fetchedId,
	idText,
	type ItemEvidence,
	type Oracle,
	outputOf,
} from './evidence';

/** The number of times that a list is read at most. */
const maxPasses = 3;

/** The number of empty or repeated pages that may follow each other. */
const maxRepeatedPages = 5;

/** Failed requests are repeated. */
const maxAttempts = 3;

/** Returns how many pages the items of an execution may search, with the same value or others. */
function maxSearches({ contacts, history }: Evidence, { token, execution }: ItemEvidence): number {
	const { pageSize } = history.conditions.search;
	const pages =
		Math.ceil((contacts.get(token)?.ids().length ?? 0) / pageSize) + maxRepeatedPages + 1;
	return pages * maxPasses * maxAttempts * maxValues * execution.plan.items;
}

/** The number of values that one text can have: with a plus sign, without, as entered, and others. */
const maxValues = 6;

/**
 * C3: *Get Many* returns each contact that has exactly the value once, and no other contact, or
 * fails. It always ends.
 */
export const allContacts: Oracle = (evidence) =>
	evidence.items.flatMap((item) => {
		const history = contactHistoryOf(evidence, item);
		const { operation, limit } = item.execution.plan;
		if (history === undefined || operation !== 'getAll') return [];
		return item.execution.ended.flatMap((attempt, number) => {
			const period = history.searched((request) => request.attempt === number);
			const searches = item.execution.requests.filter(
				(request) => request.attempt === number && history.isSearch(request),
			).length;
			if (searches > maxSearches(evidence, item)) {
				return [`${item.name} searched ${String(searches)} times`];
			}
			if (attempt.error !== undefined || period === undefined) return [];
			const report = { attempt, number, outcome: 'done', text: '' } as const;
			const output = outputOf(report, item.itemIndex);
			if (output[0]?.['error'] !== undefined) return [];
			const ids = output.map(({ id }) => fetchedId(idText(id)));
			const { primary, searched } = history.readings;
			const required = primary === undefined ? [] : history.always(primary, period);
			return [
				new Set(ids).size < ids.length ? `${item.name} returned a contact twice` : undefined,
				limit > 0 && ids.length > limit ? `${item.name} exceeds its limit` : undefined,
				...ids.map((id) => {
					const values = history.valuesIn(id, period);
					return searched.some((value) => values.includes(value))
						? undefined
						: `${item.name} searched ${searched.join(' or ')}, but returned contact ${id} with ${values.join(', ')}`;
				}),
				...required.map((id) =>
					ids.includes(id) || ids.length === limit
						? undefined
						: `${item.name} lacks contact ${id} with ${String(primary)}`,
				),
			];
		});
	});
