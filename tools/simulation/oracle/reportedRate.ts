import type { ExecutionEvidence, ItemEvidence, Oracle } from './evidence';

/** The rate is rounded to a decimal place. */
const roundingPerSecond = 0.051;

/**
 * The rate in a summary counts the messages that the attempt sent, and the time from the start of the
 * first delivery to the end of the latest one, without the search for its contact.
 */
export const reportedRate: Oracle = ({ executions }) =>
	executions
		.filter(({ plan }) => plan.operation === 'send')
		.flatMap((execution) =>
			execution.ended.map(({ hints }, attempt) => {
				const [, rate] = /; (\d+\.\d) per second/.exec(hints.join('\n')) ?? [];
				return rate === undefined ? undefined : wrongRate(execution, attempt, Number(rate));
			}),
		);

function wrongRate(
	execution: ExecutionEvidence,
	attempt: number,
	perSecond: number,
): string | undefined {
	const { ended, items, number, plan, requests } = execution;
	const ofAttempt = requests.filter((request) => request.attempt === attempt);
	const messages = ofAttempt.filter(({ path }) => path.startsWith('/v1/message/'));
	const since = Math.min(...messages.map(({ writtenAt }) => writtenAt));
	const until = Math.max(...messages.map(({ accepted, endedAt = 0 }) => (accepted ? endedAt : 0)));
	const delivered = items.filter((item) => item.requests.some((one) => one.attempt === attempt));
	const max = (1_000 * messages.filter(({ accepted }) => accepted).length) / (until - since);
	if (perSecond > max + roundingPerSecond) {
		return `Attempt ${String(attempt)} of execution ${String(number)} reports ${String(perSecond)} per second, at most ${max.toFixed(1)} were sent`;
	}
	// Every item searches for its contact, so no delivery starts before the first search ends.
	const searchedAt = Math.min(
		...ofAttempt
			.filter(({ method, result }) => method === 'GET' && result === 200)
			.map(({ endedAt = Infinity }) => endedAt),
	);
	if (plan.searches.length === 0 || attempt > 0 || searchedAt === Infinity) return undefined;
	const done = delivered.filter(({ reports }) => reports[0]?.outcome === 'done');
	const min = (1_000 * countOf(done)) / ((ended[0]?.endedAt ?? Infinity) - searchedAt);
	return perSecond < min - roundingPerSecond
		? `Execution ${String(number)} reports ${String(perSecond)} per second, but ${min.toFixed(1)} were sent since the first search`
		: undefined;
}

/** Returns how many messages of some items the service accepted. */
function countOf(items: readonly ItemEvidence[]): number {
	return items
		.flatMap(({ messages }) => messages)
		.filter((requests) => requests.some(({ accepted }) => accepted)).length;
}
