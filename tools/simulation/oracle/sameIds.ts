import { itemsOf } from '../world/items';
import { contactIdIn, type Oracle, outputOf } from './evidence';

/** C5: IDs reach the service exactly as they were received. */
export const sameIds: Oracle = ({ requests, executions }) => {
	/** Maps a process, a token, and an ID to the time when a response contained the ID. */
	const receivedAt = new Map<string, number>();
	for (const { worker, token, response, endedAt = Infinity } of requests) {
		for (const [, id = ''] of response?.matchAll(/"id":"?((?:cus_)?\d+)/g) ?? []) {
			const key = `${String(worker)} ${token} ${id}`;
			receivedAt.set(key, Math.min(endedAt, receivedAt.get(key) ?? Infinity));
		}
	}
	return executions.flatMap((execution) => {
		const { plan, number, worker } = execution;
		const entered = new Set(
			execution.attempts.flatMap((_, attempt) =>
				itemsOf(plan, number, attempt).map(({ json }) => json['contact']),
			),
		);
		const isKnown = (token: string, id: string, at: number) =>
			entered.has(id) || (receivedAt.get(`${String(worker)} ${token} ${id}`) ?? Infinity) <= at;
		return [
			...execution.requests.map((request) => {
				const id = contactIdIn(request);
				return id === undefined || isKnown(request.token, id, request.writtenAt)
					? undefined
					: `Execution ${String(number)} sent the ID ${id}, which it never received`;
			}),
			...execution.items.flatMap(({ name, itemIndex, reports, tokens }) =>
				reports.flatMap((report) =>
					outputOf(report, itemIndex).map(({ contactId }) =>
						typeof contactId !== 'string' ||
						tokens.some((token) => isKnown(token, contactId, report.attempt.endedAt))
							? undefined
							: `${name} returned the ID ${contactId}, which it never received`,
					),
				),
			),
		];
	});
};
