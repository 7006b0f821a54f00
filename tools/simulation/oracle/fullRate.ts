import type { HistoryEvent } from '../history/history';
import type { Evidence, ExecutionEvidence, Oracle } from './evidence';

const minShareOfLimit = 0.97;

/** The minimum number of windows over which the rate is measured. */
const minWindows = 8;

/** The jitter of the network, or of n8n, that the safety margin covers, in milliseconds. */
const maxJitterMs = 10;

/** The number of times that keys are written before enough of them are recorded ahead of time. */
const keyWritesAtStart = 2;

/** While a key is recorded, its item counts toward the concurrent items, in milliseconds. */
const maxKeyWriteMs = 400;

/** Whether one process uses the service alone, and the service can reject requests only by fault. */
export function isAlone({ history: { workers, conditions, events }, requests }: Evidence): boolean {
	// The package can't observe when a request without a body is written.
	const hasReads = requests.some(({ body }) => body === undefined);
	const ranges = hasReads ? [conditions.networkMs, conditions.writeMs] : [conditions.networkMs];
	const jitterMs = ranges.reduce((sum, [minMs, maxMs]) => sum + maxMs - minMs, 0);
	const hasFaults = events.some(
		({ kind }) =>
			kind === 'crash' ||
			kind === 'disconnection' ||
			// Requests that were written before a sleep arrive together with later ones.
			kind === 'machineSleep' ||
			kind === 'outage' ||
			kind === 'proxyFailure',
	);
	return (
		workers === 1 &&
		conditions.otherMessagesPerSecond === 0 &&
		jitterMs <= maxJitterMs &&
		!hasFaults
	);
}

function isRejection(event: HistoryEvent): boolean {
	return event.kind === 'faults' && 'status' in event.fault && event.fault.status === 429;
}

/**
 * M9: one process alone receives no 429 from a service with the configured limits, apart from
 * network jitter, and uses at least 97% of the limit.
 */
export const fullRate: Oracle = (evidence) => {
	if (!isAlone(evidence) || evidence.history.events.some(isRejection)) return [];
	const rejected = evidence.requests.filter(({ result }) => result === 429).length;
	return [
		rejected > 0 ? `The service rejected ${String(rejected)} requests with 429` : undefined,
		...evidence.executions.map((execution) => lowRate(evidence, execution)),
	];
};

/** Returns a violation if nothing but the limit slows an execution down, and it is too slow. */
function lowRate({ history, executions }: Evidence, execution: ExecutionEvidence) {
	const { plan, requests, number, attempts, stoppedAt } = execution;
	const { messagesPerSecond, contactRequestsPerMinute, responseMs, writeMs, keyWriteMs } =
		history.conditions;
	const isOnly =
		executions.length === 1 && history.events.every(({ kind }) => kind === 'executions');
	const isFast =
		writeMs[1] - writeMs[0] <= maxJitterMs &&
		responseMs[1] <= 500 &&
		plan.contacts >= plan.items &&
		(plan.keys === 0 || (plan.keys >= plan.items && keyWriteMs <= maxKeyWriteMs));
	const isPlain =
		plan.identifiedBy.every((mode) => mode === 'id') &&
		plan.credentials.kind === 'same' &&
		plan.delaySeconds + plan.messagesPerMinute === 0 &&
		!(plan.skipsTagged || plan.neverMessagesTagged) &&
		attempts.length === 1 &&
		stoppedAt === undefined &&
		!requests.some(({ result }) => typeof result === 'number' && result !== 200);
	if (!isOnly || !isFast || !isPlain) return undefined;
	const [limit, windowMs] =
		plan.operation === 'send' ? [messagesPerSecond, 1_000] : [contactRequestsPerMinute, 60_000];
	const times = requests.flatMap(({ arrivedAt }) => arrivedAt ?? []);
	const [first = 0] = times;
	// At first, it's unknown how many keys must be recorded ahead of time.
	const startMs = plan.keys > 0 ? keyWritesAtStart * keyWriteMs : 0;
	const windows = ((times.at(-1) ?? 0) - first - startMs) / windowMs;
	const share = (times.length - 1) / (windows * limit);
	if (windows < minWindows || share >= minShareOfLimit) return undefined;
	return `Execution ${String(number)} used only ${(share * 100).toFixed(1)}% of the limit`;
}
