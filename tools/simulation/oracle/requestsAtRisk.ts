import { asleepMs } from './asleep';
import type { RecordedRequest } from '../world/recording';
import { type Evidence, isUncertain, isWebPage, type Oracle } from './evidence';

/** After more unknown outcomes in a row, few requests may start that can't be repeated. */
const maxUnknownInARow = 4;

/** The minimum time between two such requests, in milliseconds. */
const minIntervalMs = 4_000;

/** Earlier events don't matter after an idle time of this length, in milliseconds. */
const maxIdleMs = 3_600_000;

/** The time in which requests that already have a permit are still written, in milliseconds. */
export const preparationMs = 200;

/** The time in which a process may start few requests with a token. */
export interface LimitedPeriod {
	worker: number;
	token: string;
	from: number;
	to: number;
}

/**
 * Returns the times after five unknown outcomes in a row, in the order in which the responses
 * arrived, until a request is accepted.
 *
 * @param counts whether a request counts
 */
export function limitedPeriods(
	evidence: Evidence,
	counts: (request: RecordedRequest) => boolean = () => true,
): LimitedPeriod[] {
	return processesIn(evidence).flatMap(({ worker, token, until, requests }) => {
		const periods: LimitedPeriod[] = [];
		let open: LimitedPeriod | undefined;
		let unknownInARow = 0;
		let latestAt = -Infinity;
		const ended = requests
			.filter((request) => request.endedAt !== undefined && counts(request))
			.sort((one, other) => (one.endedAt ?? 0) - (other.endedAt ?? 0));
		for (const request of ended) {
			const { endedAt = 0 } = request;
			if (open !== undefined) open.to = Math.min(endedAt, latestAt + maxIdleMs);
			if (isAccepted(request)) {
				open = undefined;
				unknownInARow = 0;
			} else if (isUnknown(evidence, request)) {
				if (endedAt - latestAt >= maxIdleMs) {
					open = undefined;
					unknownInARow = 0;
				}
				latestAt = endedAt;
				unknownInARow += 1;
				if (unknownInARow > maxUnknownInARow && open === undefined) {
					open = { worker, token, from: endedAt, to: endedAt };
					periods.push(open);
				}
			}
		}
		if (open !== undefined) open.to = Math.min(until, latestAt + maxIdleMs);
		return periods;
	});
}

/** Whether a request that was written at a time got its permit after another time. */
export function isAfterPreparation(evidence: Evidence, from: number, at: number): boolean {
	return at - asleepMs(evidence, from, at) > from + preparationMs;
}

/**
 * M14: after five unknown outcomes in a row without an accepted request of the same token and
 * address, at most one message or creation is started per 4 seconds with it, until a request is
 * accepted.
 */
export const requestsAtRisk: Oracle = (evidence) =>
	// An accepted read doesn't end a period in which no message and no creation was accepted.
	[
		...limitedPeriods(evidence),
		...limitedPeriods(evidence, (request) => !isRepeatable(request)),
	].flatMap(({ worker, token, from, to }) => {
		const started = evidence.requests.filter(
			(request) =>
				request.worker === worker &&
				request.token === token &&
				request.result !== 'rejected' &&
				isAfterPreparation(evidence, from, request.writtenAt) &&
				request.writtenAt < to &&
				!isRepeatable(request),
		);
		return started.map(({ writtenAt }, index) => {
			const intervalMs = writtenAt - (started[index - 1]?.writtenAt ?? -Infinity);
			return intervalMs < minIntervalMs
				? `${describe(started[index])} was started ${(intervalMs / 1_000).toFixed(1)} s after another one, and ${((writtenAt - from) / 1_000).toFixed(1)} s after five unknown outcomes`
				: undefined;
		});
	});

/** The requests of one process with one token. */
interface ProcessRequests {
	worker: number;
	token: string;
	/** When the process ended. */
	until: number;
	requests: RecordedRequest[];
}

function processesIn({ requests, crashes }: Evidence): ProcessRequests[] {
	const processes = new Map<string, ProcessRequests>();
	for (const request of requests) {
		const { worker, token, writtenAt } = request;
		const { at: until = Infinity } =
			crashes.find((crash) => crash.worker === worker && crash.at > writtenAt) ?? {};
		const key = `${String(worker)} ${String(until)} ${token}`;
		const process = processes.get(key) ?? { worker, token, until, requests: [] };
		process.requests.push(request);
		processes.set(key, process);
	}
	return [...processes.values()];
}

/** Whether sending a request twice has the same effect as sending it once. */
export function isRepeatable({ method, path }: RecordedRequest): boolean {
	return method !== 'POST' || (path !== '/v1/contact' && !path.startsWith('/v1/message/'));
}

export function isAccepted({ result, response }: RecordedRequest): boolean {
	const isSuccess = typeof result === 'number' && result < 300;
	return isSuccess && !isWebPage(response) && response?.includes('"error"') !== true;
}

/** A stopped execution shows nothing about the service. */
export function isUnknown({ executions }: Evidence, request: RecordedRequest): boolean {
	const isStopped =
		request.result === 'cancelled' && executions[request.execution]?.stoppedAt === request.endedAt;
	return isUncertain(request) && !isStopped;
}

function describe(request: RecordedRequest | undefined): string {
	return request?.path === '/v1/contact' ? 'A new contact' : 'A message';
}
