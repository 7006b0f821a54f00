import type { Oracle } from './evidence';

const minuteMs = 60_000;

/**
 * *Messages per Minute*: all requests for an execution's messages are written at least the pace's
 * interval apart, in all iterations of a loop and all attempts, including retries.
 */
export const pace: Oracle = ({ executions, history }) => {
	const [minWriteMs, maxWriteMs] = history.conditions.writeMs;
	const paced = executions.filter(({ plan }) => plan.messagesPerMinute > 0);
	return [...new Set(paced.map(({ firstIteration }) => firstIteration))].flatMap((first) => {
		const iterations = paced.filter(({ firstIteration }) => firstIteration === first);
		const written = iterations
			.flatMap(({ plan, items }) =>
				items
					.flatMap(({ messages }) => messages)
					.flat()
					.map(({ writtenAt }) => ({ plan, writtenAt })),
			)
			.sort((one, other) => one.writtenAt - other.writtenAt);
		return written.map(({ plan, writtenAt }, index) => {
			const minIntervalMs = minuteMs / plan.messagesPerMinute - (maxWriteMs - minWriteMs);
			const intervalMs = writtenAt - (written[index - 1]?.writtenAt ?? -Infinity);
			return intervalMs < minIntervalMs
				? `Execution ${String(first)} wrote two messages within ${String(intervalMs)} ms`
				: undefined;
		});
	});
};
