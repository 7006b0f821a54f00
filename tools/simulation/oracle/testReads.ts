import type { RecordedRequest } from '../world/recording';
import { type Evidence, isUncertain, type Oracle } from './evidence';
import { needsContacts } from './patience';
import {
	isAccepted,
	isAfterPreparation,
	isRepeatable,
	isUnknown,
	limitedPeriods,
	type LimitedPeriod,
	preparationMs,
} from './requestsAtRisk';

/** After this many messages that failed although a read had succeeded, no reads test the service. */
const maxReadsInVain = 2;

/** The time in which a read that was already waiting is still written, in milliseconds. */
const readDelayMs = 5_000;

/** The window of the contact limit, in milliseconds. */
const contactWindowMs = 60_000;

/** How long a rejection can delay reads, in milliseconds. */
const rejectionMs = 900_000;

/**
 * M14: while few messages may start, a read tests the service ahead of each message, so that a message
 * is only at risk if reads work. If two messages fail nevertheless, messages test it alone. Not
 * checked while the contact limit may delay the read.
 */
export const testReads: Oracle = (evidence) =>
	uncertainPeriods(evidence).flatMap((period) => violationsIn(evidence, period));

/** Returns the times after five unknown outcomes, until a message or a creation is accepted. */
function uncertainPeriods(evidence: Evidence): LimitedPeriod[] {
	const isAtRisk = (request: RecordedRequest) => !isRepeatable(request);
	const opened = [...limitedPeriods(evidence), ...limitedPeriods(evidence, isAtRisk)].sort(
		(one, other) => one.from - other.from,
	);
	const periods: LimitedPeriod[] = [];
	for (const { worker, token, from } of opened) {
		const isSame = (other: Pick<LimitedPeriod, 'token' | 'worker'>) =>
			other.worker === worker && other.token === token;
		if (periods.some((other) => isSame(other) && other.to > from)) continue;
		const accepted = evidence.requests
			.filter((request) => isSame(request) && isAtRisk(request) && isAccepted(request))
			.map(({ endedAt = Infinity }) => endedAt)
			.filter((endedAt) => endedAt > from);
		const crashes = evidence.crashes.filter((crash) => crash.worker === worker && crash.at > from);
		const ends = [...accepted, ...crashes.map(({ at }) => at)];
		const latest = Math.max(...opened.filter(isSame).map(({ to }) => to));
		periods.push({ worker, token, from, to: Math.min(latest, ...ends) });
	}
	return periods;
}

function violationsIn(evidence: Evidence, period: LimitedPeriod): string[] {
	const { worker, token, from, to } = period;
	const requests = evidence.requests.filter(
		(request) => request.worker === worker && request.token === token,
	);
	const steps = requests
		.filter(({ writtenAt, endedAt = Infinity }) => writtenAt < to && endedAt > from)
		.flatMap((request) => [
			{ request, at: request.writtenAt, isEnd: false },
			...(request.endedAt === undefined ? [] : [{ request, at: request.endedAt, isEnd: true }]),
		])
		.filter(({ at }) => at > from && at < to)
		.sort((one, other) => one.at - other.at);
	let readAt = -Infinity;
	let inVain = 0;
	let inVainSince = Infinity;
	const testsAfterRead = new Set<RecordedRequest>();
	const violations: string[] = [];
	for (const { request, at, isEnd } of steps) {
		const seconds = ((at - from) / 1_000).toFixed(1);
		if (isEnd) {
			if (isRepeatable(request)) {
				if (isAnswer(request)) readAt = at;
			} else if (testsAfterRead.has(request)) {
				if (isUnknown(evidence, request)) inVain += 1;
				else if (!isAnswer(request)) readAt = at;
				if (inVain === maxReadsInVain) inVainSince = Math.min(inVainSince, at);
			}
		} else if (isRepeatable(request)) {
			const isTest = isOnlyTest(evidence, request) && at > inVainSince + readDelayMs;
			if (isTest)
				violations.push(`A read tested the service in vain, ${seconds} s after it failed`);
		} else if (isAfterPreparation(evidence, from, at)) {
			const hasRead = readAt > -Infinity;
			const isMessage = request.path.startsWith('/v1/message/');
			if (isMessage && !hasRead && inVain < maxReadsInVain && canRead(evidence, requests, at)) {
				violations.push(
					`A message tested the service without a read, ${seconds} s after it failed`,
				);
			}
			if (hasRead) testsAfterRead.add(request);
			// A read that ended while the message was prepared counts for the next one.
			if (at - readAt > preparationMs) readAt = -Infinity;
		}
	}
	return violations;
}

/** Whether a response shows that the service works. */
function isAnswer(request: RecordedRequest): boolean {
	const { arrivedAt, result } = request;
	return (
		arrivedAt !== undefined && typeof result === 'number' && result !== 429 && !isUncertain(request)
	);
}

/** Whether a read can only be a test, because the execution reads nothing else. */
function isOnlyTest({ executions }: Evidence, { execution, method }: RecordedRequest): boolean {
	const plan = executions[execution]?.plan;
	return method === 'GET' && plan?.operation === 'send' && !needsContacts(plan);
}

/** Whether neither the contact limit nor searches that are still to come can delay a read. */
function canRead(
	{ executions, history }: Evidence,
	requests: readonly RecordedRequest[],
	time: number,
): boolean {
	const { contactRequestsPerMinute } = history.conditions;
	const others = executions.filter(({ plan }) => plan.operation !== 'send' || needsContacts(plan));
	if (others.length > 0) return false;
	const recent = requests.filter(
		({ path, writtenAt }) => path.startsWith('/v1/contact') && writtenAt < time,
	);
	const isRejected = recent.some(
		({ result, writtenAt }) => result === 429 && writtenAt > time - rejectionMs,
	);
	const count = recent.filter(({ writtenAt }) => writtenAt > time - contactWindowMs).length;
	return !isRejected && count < contactRequestsPerMinute / 4;
}
