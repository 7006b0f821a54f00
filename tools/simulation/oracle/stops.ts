import type { Oracle } from './evidence';

/** The time in which a stopped execution must end, apart from n8n's retries, in milliseconds. */
const maxEndMs = 1_000;

/**
 * How often n8n's database writes keys before a stopped execution ends: other keys, its own key, and
 * its removal, with a pause after each one.
 */
const keyWrites = 4;

/** M8: after Stop, at most the requests that were already written arrive. */
export const stopsImmediately: Oracle = ({ executions, history: { conditions } }) =>
	executions.flatMap(({ number, plan, stoppedAt, requests, ended }) => {
		if (stoppedAt === undefined) return [];
		const isKeyed = plan.keys + plan.campaigns > 0;
		const maxMs = maxEndMs + (isKeyed ? keyWrites * conditions.keyWriteMs : 0);
		const late = requests.filter(({ writtenAt }) => writtenAt > stoppedAt).length;
		const slow = ended.find(
			({ startedAt, endedAt }) => endedAt - Math.max(startedAt, stoppedAt) > maxMs,
		);
		return [
			late > 0
				? `Execution ${String(number)} wrote ${String(late)} requests after it was stopped`
				: undefined,
			slow && `Execution ${String(number)} continued after it was stopped`,
		];
	});
