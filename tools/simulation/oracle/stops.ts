import type { Oracle } from './evidence';

/** The time in which a stopped execution must end, apart from n8n's retries, in milliseconds. */
const maxEndMs = 1_000;

/** M8: after Stop, at most the requests that were already written arrive. */
export const stopsImmediately: Oracle = ({ executions }) =>
	executions.flatMap(({ number, stoppedAt, requests, ended }) => {
		if (stoppedAt === undefined) return [];
		const late = requests.filter(({ writtenAt }) => writtenAt > stoppedAt).length;
		const slow = ended.find(
			({ startedAt, endedAt }) => endedAt - Math.max(startedAt, stoppedAt) > maxEndMs,
		);
		return [
			late > 0
				? `Execution ${String(number)} wrote ${String(late)} requests after it was stopped`
				: undefined,
			slow && `Execution ${String(number)} continued after it was stopped`,
		];
	});
