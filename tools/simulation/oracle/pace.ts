import type { Oracle } from './evidence';

const minuteMs = 60_000;

/**
 * *Messages per Minute*: the first requests of an execution's messages are written at least the
 * pace's interval apart, in all attempts. Retries of a message aren't paced.
 */
export const pace: Oracle = ({ executions, history }) =>
	executions.flatMap(({ items, number, plan }) => {
		if (plan.messagesPerMinute === 0) return [];
		const [minWriteMs, maxWriteMs] = history.conditions.writeMs;
		const minIntervalMs = minuteMs / plan.messagesPerMinute - (maxWriteMs - minWriteMs);
		const written = items
			.flatMap(({ messages }) => messages)
			.flatMap((requests) =>
				requests.filter(({ attempt }, index) => attempt !== requests[index - 1]?.attempt),
			)
			.map(({ writtenAt }) => writtenAt)
			.sort((one, other) => one - other);
		return written.map((at, index) => {
			const intervalMs = at - (written[index - 1] ?? -Infinity);
			return intervalMs < minIntervalMs
				? `Execution ${String(number)} wrote two messages within ${String(intervalMs)} ms`
				: undefined;
		});
	});
