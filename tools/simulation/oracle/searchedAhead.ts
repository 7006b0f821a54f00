import type { RecordedRequest } from '../world/recording';
import { type ContactHistory, contactHistoryOf } from './contactHistory';
import type { Evidence, ExecutionEvidence, Oracle } from './evidence';

/** A contact that an attempt searched, and messaged for the first item with its value. */
interface FoundContact {
	value: string;
	searchedAt: number;
	messagedAt: number;
	foundAt: number;
	/** Whether an earlier attempt found the contact, so that a later search only checks its value. */
	isKnown: boolean;
}

function foundContacts(
	evidence: Evidence,
	{ items, requests }: ExecutionEvidence,
	attempt: number,
): FoundContact[] {
	const ofAttempt = requests.filter((request) => request.attempt === attempt);
	const values = items.map((item) => item.search?.value);
	const firstItems = items.filter((item, index) => values.indexOf(item.search?.value) === index);
	return firstItems.flatMap((item) => {
		const history = contactHistoryOf(evidence, item);
		const search = ofAttempt.find((request) => history?.isSearch(request));
		if (history === undefined || search === undefined) return [];
		const isKnown = requests.some(
			(request) =>
				request.attempt < attempt && history.isSearch(request) && isFound(history, request),
		);
		const message = item.requests.find((request) => request.attempt === attempt);
		const { writtenAt: searchedAt, endedAt: foundAt = Infinity } = search;
		const { writtenAt: messagedAt = searchedAt } = message ?? {};
		return [{ value: item.search?.value ?? '', searchedAt, foundAt, messagedAt, isKnown }];
	});
}

/** Whether only one contact had the search value, or the first spelling that any contact has. */
function isFound(
	history: ContactHistory,
	{ result, writtenAt, endedAt = writtenAt }: RecordedRequest,
): boolean {
	const period = { from: writtenAt, to: endedAt };
	const { searched } = history.interpretations;
	const found = searched
		.map((value) => history.always(value, period))
		.find((contacts) => contacts.length > 0);
	return result === 200 && found?.length === 1;
}

/**
 * Contacts are searched for at most one minute of contact requests ahead of their messages, and not more
 * than the pace of the execution sends in a minute. If the execution stops at the first failure, and a
 * minute finds all contacts, they are found before the first message.
 */
export const searchedAhead: Oracle = (evidence) =>
	evidence.executions.flatMap((execution) => {
		const { plan, number, attempts } = execution;
		const { contactRequestsPerMinute } = evidence.history.conditions;
		const name = `Execution ${String(number)}`;
		if (plan.searches.length === 0 || plan.operation === 'upsert') return [];
		return attempts.flatMap((_, attempt) => {
			const found = foundContacts(evidence, execution, attempt);
			const values = new Set(plan.searches.slice(0, plan.items).map(({ value }) => value));
			const findsAllFirst =
				plan.onError === 'stopWorkflow' && values.size <= contactRequestsPerMinute;
			const firstMessageAt = Math.min(
				...found.filter((each) => each.messagedAt > each.searchedAt).map((each) => each.messagedAt),
			);
			const late = found.find(({ foundAt, isKnown }) => !isKnown && foundAt > firstMessageAt);
			if (findsAllFirst) {
				return late && `${name} sent a message before it had found ${late.value}`;
			}
			const pace = plan.messagesPerMinute > 0 ? plan.messagesPerMinute : Infinity;
			const max = Math.min(contactRequestsPerMinute, pace);
			const aheadAt = (time: number) =>
				new Set(
					found
						.filter(({ searchedAt, messagedAt }) => searchedAt <= time && messagedAt > time)
						.map(({ value }) => value),
				).size;
			const ahead = Math.max(0, ...found.map(({ searchedAt }) => aheadAt(searchedAt)));
			return ahead > max
				? `${name} searched ${String(ahead)} contacts ahead, but sends ${String(max)} per minute`
				: undefined;
		});
	});
