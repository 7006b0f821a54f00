import { reportsOf } from './reports';
import type { RecordedRequest } from '../world/recording';
import type { Oracle } from './violation';

/** The documented patience, in milliseconds. */
const patienceMs = { withoutHeader: 2 * 60_000, withHeader: 15 * 60_000 } as const;

/** Tolerance for waits that end when patience does, in milliseconds. */
const toleranceMs = 1_000;

/**
 * M3: an item fails because of rate limiting only if the service accepted no request of this process
 * with this token for the whole patience, while the item's execution was waiting.
 */
export const rateLimitingNeedsPatience: Oracle = (recording) =>
	recording.executions.flatMap(({ plan, attempts }, number) =>
		attempts.flatMap((attempt) => {
			const { startedAt, endedAt } = attempt;
			if (endedAt === undefined) return [];
			const failed = reportsOf(attempt, plan).filter(
				({ outcome, reason }) =>
					outcome === 'notDone' &&
					/^(rateLimited$|Still rate-limited|Too many requests)/.test(reason),
			);
			if (failed.length === 0) return [];
			const bucket = plan.operation === 'send' ? '/v1/message/' : '/v1/contact';
			const isOurs = ({ path, worker, execution }: RecordedRequest) =>
				path.startsWith(bucket) &&
				worker === recording.requests.find((own) => own.execution === number)?.worker &&
				execution >= 0;
			const ours = recording.requests.filter(isOurs);
			const times = ours
				.filter(({ accepted }) => accepted)
				.map(({ endedAt: at = Infinity }) => at)
				.filter((at) => at > startedAt && at < endedAt);
			const longestMs = longestGap([startedAt, ...times, endedAt]);
			const hasHeader = ours.some(({ retryAfter }) => retryAfter !== undefined);
			const neededMs = hasHeader ? patienceMs.withHeader : patienceMs.withoutHeader;
			if (longestMs >= neededMs - toleranceMs) return [];
			return [
				`${String(failed.length)} items of execution ${String(number)} failed because of rate limiting, but at most ${seconds(longestMs)} passed without an accepted request`,
			];
		}),
	);

function longestGap(times: readonly number[]): number {
	const sorted = [...times].sort((one, other) => one - other);
	return Math.max(...sorted.slice(1).map((time, index) => time - (sorted[index] ?? time)));
}

function seconds(milliseconds: number): string {
	return `${(milliseconds / 1_000).toFixed(1)} s`;
}
