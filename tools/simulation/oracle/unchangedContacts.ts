import { textOf } from '../world/items';
import type { RecordedRequest } from '../world/recording';
import { contactHistoryOf } from './contactHistory';
import { contactIdIn, fetchedId, idText, type Oracle, outputOf } from './evidence';

/** How long *Skip Unchanged* doesn't trust searches after a change, in milliseconds. */
const changeRetentionMs = 2 * 60_000;

/**
 * *Skip Unchanged* sends nothing only if a search may have returned the item's text and tag, and this process
 * hadn't changed the contact in the 2 minutes before that search.
 */
export const unchangedContacts: Oracle = (evidence) =>
	evidence.items.flatMap((item) => {
		const { execution, itemIndex, name, token } = item;
		const { plan, worker } = execution;
		const history = contactHistoryOf(evidence, item);
		const { lagMs } = evidence.history.conditions.search;
		return item.reports.map((report) => {
			const [json] = outputOf(report, itemIndex);
			if (json?.['action'] !== 'unchanged') return undefined;
			if (!plan.skipsUnchanged) return `${name} was skipped without the option`;
			const contactId = fetchedId(idText(json['contactId']));
			const changes = evidence.requests.filter(
				(request) =>
					request.accepted &&
					request.method !== 'GET' &&
					request.token === token &&
					fetchedId(contactIdIn(request) ?? '') === contactId &&
					evidence.executions[request.execution]?.worker === worker,
			);
			const isRecent = ({ writtenAt, endedAt = Infinity }: RecordedRequest, searchedAt: number) =>
				writtenAt < searchedAt && endedAt > searchedAt - changeRetentionMs;
			// If results omit fields, the node reads the contact after the search.
			const readAt = execution.requests
				.filter(
					(request) =>
						request.attempt === report.number &&
						request.method === 'GET' &&
						fetchedId(contactIdIn(request) ?? '') === contactId,
				)
				.map(({ writtenAt, endedAt = writtenAt }) => endedAt);
			const text = textOf(execution.number, itemIndex);
			const isJustified = execution.requests.some(
				(request) =>
					request.attempt === report.number &&
					history?.isSearch(request) === true &&
					!changes.some((change) => isRecent(change, request.writtenAt)) &&
					history
						.contactsIn(contactId, {
							from: request.writtenAt - lagMs,
							to: Math.max(request.endedAt ?? request.writtenAt, ...readAt),
						})
						.some(
							(contact) =>
								contact?.custom_fields['note'] === text &&
								(!plan.addsTag || contact.tags.includes(text)),
						),
			);
			return isJustified
				? undefined
				: `${name} was skipped, but the contact differs, or this process had just changed it`;
		});
	});
