import { asleepMs } from './asleep';
import {
	type Evidence,
	type ExecutionEvidence,
	isUncertain,
	type ItemEvidence,
	type Oracle,
} from './evidence';

/** The rate is rounded to a decimal place. */
const roundingPerSecond = 0.051;

/** The minimum time between two progress reports, in milliseconds, without their preparation. */
const minReportIntervalMs = 9_900;

/** How far from the start or the end of a sleep the package measures time, in milliseconds. */
const measuringMs = 600;

/** How much later than its last response an item ends, in milliseconds. */
const endingMs = 100;

/** A rate that an attempt reported. */
interface ReportedRate {
	attempt: number;
	perSecond: number;
	/** The rate counts messages until this time. */
	at: number;
}

/**
 * A rate counts the messages that the attempt sent, and the time from the start of the first delivery,
 * without the search for its contact, and without the time in which the machine was asleep. In a
 * summary, it ends with the latest delivery. Progress is reported at most every ten seconds, also
 * after a sleep.
 */
export const reportedRate: Oracle = (evidence) =>
	evidence.executions
		.filter(({ plan }) => plan.operation === 'send')
		.flatMap((execution) => [
			...execution.ended.flatMap(({ progress }) =>
				progress.map(({ at }, index) => {
					const intervalMs = at - (progress[index - 1]?.at ?? -Infinity);
					return intervalMs < minReportIntervalMs
						? `Execution ${String(execution.number)} reported progress twice within ${String(intervalMs)} ms`
						: undefined;
				}),
			),
			...ratesIn(execution).map((rate) => wrongRate(evidence, execution, rate)),
		]);

function ratesIn({ ended }: ExecutionEvidence): ReportedRate[] {
	return ended.flatMap(({ endedAt, hints, progress }, attempt) =>
		[
			...progress.map(({ at, text }) => ({ at, rate: /\((\d+\.\d) a second/.exec(text)?.[1] })),
			{ at: endedAt, rate: /; (\d+\.\d) per second/.exec(hints.join('\n'))?.[1] },
		].flatMap(({ at, rate }) =>
			rate === undefined ? [] : [{ attempt, at, perSecond: Number(rate) }],
		),
	);
}

function wrongRate(
	evidence: Evidence,
	{ items, number, ended, requests, startedAt }: ExecutionEvidence,
	{ attempt, perSecond, at }: ReportedRate,
): string | undefined {
	const awakeMs = (from: number, to: number) => to - from - asleepMs(evidence, from, to);
	const ofAttempt = requests.filter((request) => request.attempt === attempt);
	const messages = ofAttempt.filter(
		({ path, writtenAt }) => path.startsWith('/v1/message/') && writtenAt <= at,
	);
	const accepted = messages.filter((request) => request.accepted);
	const since = Math.min(...messages.map(({ writtenAt }) => writtenAt));
	const until = Math.max(...accepted.map(({ endedAt = 0 }) => Math.min(at, endedAt)));
	const sleeps = evidence.machineSleeps.filter(({ from, to }) => from < until && to > since);
	const minMs = awakeMs(since, until) - 2 * measuringMs * sleeps.length;
	const max = (1_000 * accepted.length) / minMs;
	if (minMs > 0 && perSecond > max + roundingPerSecond) {
		return `Attempt ${String(attempt)} of execution ${String(number)} reports ${String(perSecond)} per second, at most ${max.toFixed(1)} were sent`;
	}
	// If an item searches for its contact, no delivery starts before the first search ends.
	const { startedAt: from = startedAt } = ended[attempt] ?? {};
	const searchedAt =
		attempt === 0 && items.every(({ search }) => search !== undefined)
			? Math.min(
					...ofAttempt
						.filter(({ method, result }) => method === 'GET' && result === 200)
						.map(({ endedAt = Infinity }) => endedAt),
				)
			: from;
	if (searchedAt === Infinity) return undefined;
	const done = items.filter(({ reports }) => reports[attempt]?.outcome === 'done');
	const min = (1_000 * countOf(done, attempt, at - endingMs)) / awakeMs(searchedAt, at);
	return perSecond < min - roundingPerSecond
		? `Attempt ${String(attempt)} of execution ${String(number)} reports ${String(perSecond)} per second, but ${min.toFixed(1)} were sent`
		: undefined;
}

/** Returns how many messages of items whose messages were all accepted in an attempt until a time. */
function countOf(items: readonly ItemEvidence[], attempt: number, until: number): number {
	return items
		.map(({ messages }) =>
			messages.map((requests) =>
				requests.some(
					(request) =>
						request.accepted &&
						// After an unknown outcome, the item may send the message again.
						!isUncertain(request) &&
						request.attempt === attempt &&
						(request.endedAt ?? Infinity) <= until,
				),
			),
		)
		.filter((messages) => messages.every(Boolean))
		.reduce((sum, messages) => sum + messages.length, 0);
}
