import type { CallLog } from './callLog';
import type { MessageLog } from './messageLog';

export interface Statistics {
	/** Messages accepted. */
	accepted: number;
	/** Accepted messages that repeat one the same contact had already got: 0 if each came once. */
	duplicates: number;
	/** Calls answered with 429. */
	rateLimited: number;
	/** All calls. */
	calls: number;
	/** Accepted messages over the time from the first to the last; 0 with fewer than two. */
	messagesPerSecond: number;
	/** The most messages accepted within any one second, (t - 1 s, t]. */
	mostMessagesInOneSecond: number;
	/** How many calls were answered with each HTTP status; `none`: not answered. */
	answers: Record<string, number>;
}

/** Sums up what the service has seen since it started or was reset. */
export function statisticsOf(log: MessageLog, { calls, rateLimited }: CallLog): Statistics {
	const answers: Record<string, number> = {};
	for (const { status } of calls) {
		const name = status === null ? 'none' : String(status);
		answers[name] = (answers[name] ?? 0) + 1;
	}
	const times = log.messages.map(({ at }) => at).sort((one, other) => one - other);
	return {
		accepted: log.messages.length,
		duplicates: log.duplicates,
		rateLimited,
		calls: calls.length,
		messagesPerSecond: messagesPerSecond(times),
		mostMessagesInOneSecond: mostInOneSecond(times),
		answers,
	};
}

function messagesPerSecond(times: readonly number[]): number {
	const first = times[0];
	const last = times[times.length - 1];
	if (first === undefined || last === undefined || last <= first) return 0;
	return ((times.length - 1) * 1_000) / (last - first);
}

function mostInOneSecond(times: readonly number[]): number {
	let most = 0;
	let start = 0;
	times.forEach((time, index) => {
		while ((times[start] ?? time) <= time - 1_000) start += 1;
		most = Math.max(most, index - start + 1);
	});
	return most;
}
