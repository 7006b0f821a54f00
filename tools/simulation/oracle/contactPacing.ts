import type { Evidence, ExecutionEvidence, Oracle } from './evidence';
import { isAlone } from './fullRate';

/** The maximum wait of a single contact request next to a long list, in milliseconds. */
const maxWaitMs = 2_000;

/** The interval between paced requests at the usual limit, plus the time until one is written. */
const turnMs = 700;

const minuteMs = 60_000;

/**
 * Next to a list of contact requests that takes longer than a minute, a single contact request waits
 * at most 2 s. A list that fits into a minute takes less than 10 s. Both apply to a list that starts
 * while the service is idle.
 */
export const contactPacing: Oracle = (evidence) => {
	const { history, executions, requests } = evidence;
	if (!isAlone(evidence) || requests.some(({ result }) => result !== 200)) return [];
	// A slow response delays the rest of its item.
	if (history.events.some(({ kind }) => kind === 'faults')) return [];
	if (!executions.every(({ plan }) => isPlain(plan))) return [];
	const lists = executions.filter(({ plan }) => plan.items > 1);
	const [list] = lists;
	const perMinute = history.conditions.contactRequestsPerMinute;
	if (list === undefined || lists.length > 1 || !startsIdle(evidence, list)) return [];
	const count = list.requests.filter(({ path }) => path.startsWith('/v1/contact/')).length;
	if (count <= perMinute) {
		const isOnly = executions.length === 1 || count < perMinute / 2;
		return [isOnly ? slowList(list) : undefined];
	}
	let previous = -Infinity;
	return executions
		.filter((one) => one !== list && one.startedAt >= list.startedAt)
		.map((one) => {
			previous = Math.max(previous + turnMs, one.startedAt);
			return longWait(one, previous);
		});
};

/** Whether an execution sends one contact request for each item, to different contacts. */
function isPlain(plan: ExecutionEvidence['plan']): boolean {
	const { operation, identifiedBy, maxTries, messages } = plan;
	if (plan.contacts < plan.items || maxTries > 1 || messages > 1 || plan.keys > 0) return false;
	if (operation === 'send') return plan.items > 1 && identifiedBy.every((by) => by === 'phone');
	return (operation === 'get' || operation === 'update') && identifiedBy.every((by) => by === 'id');
}

function startsIdle({ requests }: Evidence, { startedAt }: ExecutionEvidence): boolean {
	return !requests.some(
		({ writtenAt }) => writtenAt < startedAt && writtenAt > startedAt - 1.1 * minuteMs,
	);
}

function slowList({ number, startedAt, requests, stoppedAt }: ExecutionEvidence) {
	const tookMs = Math.max(...requests.map(({ writtenAt }) => writtenAt)) - startedAt;
	return stoppedAt === undefined && tookMs > 10_000
		? `The ${String(requests.length)} requests of execution ${String(number)} took ${(tookMs / 1_000).toFixed(1)} s`
		: undefined;
}

/** @param turnAt when all single requests that arrived earlier have been sent */
function longWait({ number, startedAt, requests: [first] }: ExecutionEvidence, turnAt: number) {
	if (first === undefined || first.writtenAt <= turnAt + maxWaitMs) return undefined;
	return `The contact request of execution ${String(number)} waited ${((first.writtenAt - startedAt) / 1_000).toFixed(1)} s next to a list`;
}
