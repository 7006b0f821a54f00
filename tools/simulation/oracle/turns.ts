import type { RecordedRequest } from '../world/recording';
import { contactHistoryOf } from './contactHistory';
import {
	contactIdIn,
	type Evidence,
	type ExecutionEvidence,
	type ItemEvidence,
	type Oracle,
} from './evidence';
import { isAlone } from './fullRate';
import { isRepeatable, limitedPeriods } from './requestsAtRisk';

/**
 * The maximum wait of a single message, in milliseconds: one window, plus the safety margin and n8n's
 * preparation.
 */
const maxWaitMs = 1_100;

/**
 * The maximum wait if the service rejected one other request, in milliseconds. Until the service
 * accepts a request again, it may be tested every 4 s. A rejection lowers the limit by a tenth, and
 * of contacts, a tenth of the window is 6 s.
 */
const maxWaitAfterRejectionMs = { message: 5_000, contact: 7_000 } as const;

/** Several rejections lower the limit of contacts so far that it can be used up for most of a window. */
const maxWaitAfterRejectionsMs = { message: 5_000, contact: 60_000 } as const;

/** For a lower limit, a second is less than the time between a few messages. */
const minMessagesPerSecond = 25;

/** 97% of the limit (M9), minus one message of the other executions. */
const minNewPerSecond = 0.97 * minMessagesPerSecond - 1;

/** The documented maximum waits after a 429 without `Retry-After`, in milliseconds. */
const maxBackoffMs = { message: 8_000, contact: 30_000 } as const;

/** The maximum time between a permit and the write to the connection, in milliseconds. */
const preparationMs = 100;

/** The maximum time for the body of an error response, in milliseconds. */
const errorBodyMs = 5_000;

/** While a circuit breaker tests the service, every other test is a new message. */
const maxAhead = 1;

const minuteMs = 60_000;

/** The jitter of waits, as a fraction. */
const jitter = 0.1;

/**
 * M10: while the service accepts messages and no other process uses the token, a single message
 * waits at most 1 second next to any number of campaigns, and a rejected message is the next to be
 * sent when its wait is over.
 */
export const turns: Oracle = (evidence) => {
	const { history, executions, requests, items } = evidence;
	const rejected = requests.filter(({ result }) => result === 429).length;
	const isAccepting =
		history.conditions.messagesPerSecond >= minMessagesPerSecond &&
		rejected <= 1 &&
		isAlone(evidence);
	const limitMs = rejected === 0 ? maxWaitMs : maxWaitAfterRejectionMs.message;
	const limited = limitedTimes(evidence);
	const isLimited = ({ startedAt, requests: [first] }: ExecutionEvidence) =>
		limited.some(
			({ token, from, to }) =>
				token === first?.token && from < first.writtenAt && to > startedAt - maxWaitMs,
		);
	const singles = isAccepting ? executions.filter(isSingleMessage) : [];
	const turnsAt = singles.length > 0 ? turnsOfNew(executions) : new Map<number, number>();
	return [
		...singles
			.filter((one) => !isLimited(one))
			.map((one) => longWait(one, limitMs, turnsAt.get(one.number))),
		...items.flatMap((item) =>
			limited.some(({ token }) => token === item.token)
				? []
				: item.messages.flatMap((requests) => lateRetries(evidence, item, requests)),
		),
	];
};

/** Returns the times in which M14 limits messages, or the service accepts none of them. */
function limitedTimes(evidence: Evidence) {
	return [
		...limitedPeriods(evidence),
		...limitedPeriods(evidence, (request) => !isRepeatable(request)),
	];
}

function isSingleMessage({ plan, number, firstIteration }: ExecutionEvidence): boolean {
	return (
		number === firstIteration &&
		plan.items === 1 &&
		plan.operation === 'send' &&
		plan.keys === 0 &&
		plan.searches.length === 0 &&
		plan.identifiedBy.every((mode) => mode === 'id')
	);
}

/**
 * Returns the time by which each execution must send its first message, by the execution's number.
 * New executions send in order of arrival, and later iterations of a loop aren't new.
 */
function turnsOfNew(executions: readonly ExecutionEvidence[]): Map<number, number> {
	const arrivals = executions
		.filter(
			({ plan, number, firstIteration }) => plan.operation === 'send' && number === firstIteration,
		)
		.map((one) => ({
			number: one.number,
			// Contacts are found before messages are sent.
			at: isSingleMessage(one)
				? one.startedAt
				: (one.requests.find(isMessage)?.writtenAt ?? Infinity),
		}))
		.sort((one, other) => one.at - other.at);
	let previous = -Infinity;
	return new Map(
		arrivals.map(({ number, at }) => {
			previous = Math.max(previous + 1_000 / minNewPerSecond, at);
			return [number, previous];
		}),
	);
}

/** @param turnAt when all executions that arrived earlier have sent their first message */
function longWait(
	{ startedAt, stoppedAt, number, requests: [first] }: ExecutionEvidence,
	limitMs: number,
	turnAt = startedAt,
): string | undefined {
	if (stoppedAt !== undefined || first === undefined) return undefined;
	return first.writtenAt > turnAt + limitMs
		? `The message of execution ${String(number)} waited ${((first.writtenAt - startedAt) / 1_000).toFixed(1)} s, and ${((first.writtenAt - turnAt) / 1_000).toFixed(1)} s after its turn`
		: undefined;
}

/** Whether a request reads or searches the contact of an item's message. */
function isReadOf(
	evidence: Evidence,
	item: ItemEvidence,
	read: RecordedRequest,
	message: RecordedRequest,
): boolean {
	if (read.method !== 'GET') return false;
	const isSearch = contactHistoryOf(evidence, item)?.isSearch(read) === true;
	const contactId = contactIdIn(message);
	const isFound = read.response?.includes(`"id":"${String(contactId)}"`) === true;
	return isSearch || isFound || contactIdIn(read) === contactId;
}

/** @param requests the requests of one of the item's messages */
function lateRetries(evidence: Evidence, item: ItemEvidence, requests: ItemEvidence['requests']) {
	const { name, execution, token } = item;
	const { history } = evidence;
	const { conditions, events } = history;
	if (requests.every(({ result }) => result !== 429)) return [];
	const ofLimit = evidence.requests.filter(
		(request) => request.token === token && limitOf(request) === limitOf(requests[0]),
	);
	const isShared =
		history.workers > 1 ||
		conditions.otherMessagesPerSecond > 0 ||
		conditions.messagesPerSecond < minMessagesPerSecond ||
		events.some(
			({ kind }) => kind === 'outage' || kind === 'disconnection' || kind === 'proxyFailure',
		);
	const bucket = execution.plan.operation === 'send' ? 'message' : 'contact';
	const maxMs = maxBackoffMs[bucket];
	let rejections = 0;
	return requests.map((request, index) => {
		if (request.result !== 429 || isShared) return undefined;
		const { retryAfter } = request;
		const bodyMs = conditions.rejections === 'endlessBody' ? errorBodyMs : 0;
		const endedAt = (request.endedAt ?? Infinity) + bodyMs;
		const backoffMs = Math.min(maxMs, 1_000 * 2 ** rejections);
		const waitMs =
			retryAfter === undefined ? backoffMs : waitOf(retryAfter, evidence.startDate + endedAt);
		rejections += 1;
		const dueAt = endedAt + waitMs * (1 + jitter);
		const next = requests[index + 1];
		const isAccepting = ofLimit.some(
			(other) =>
				isAccepted(other) &&
				other.writtenAt > endedAt &&
				(other.endedAt ?? Infinity) < dueAt + maxWaitMs,
		);
		if (!isAccepting || next === undefined) return undefined;
		// After a long wait, the contact is found or read again (C1, C8), within its own limit.
		const readAt = execution.requests
			.filter(({ writtenAt }) => writtenAt > endedAt && writtenAt < next.writtenAt)
			.filter((read) => isReadOf(evidence, item, read, request))
			.map((read) => read.endedAt ?? read.writtenAt);
		const pausedAt = pausedUntil(ofLimit, evidence.startDate, next.writtenAt);
		const sendableAt = Math.max(dueAt, pausedAt, ...readAt);
		const turnAt = Math.max(sendableAt, pacedUntil(evidence, execution, sendableAt, next));
		const lateMs = next.writtenAt - turnAt;
		const others = ofLimit.filter(
			(other) => other !== request && other.result === 429 && other.writtenAt < next.writtenAt,
		);
		const maxLateMs = others.length > 0 ? maxWaitAfterRejectionsMs : maxWaitAfterRejectionMs;
		if (lateMs > maxLateMs[bucket]) {
			return `${name} was sent ${(lateMs / 1_000).toFixed(1)} s after its wait for a 429 was over`;
		}
		const ahead = evidence.items.filter(
			(other) =>
				other.token === token &&
				(other.execution.plan.operation === 'send') === (execution.plan.operation === 'send') &&
				isWithin(
					other.requests[0]?.writtenAt,
					turnAt + preparationMs,
					next.writtenAt - preparationMs,
				),
		).length;
		return ahead > maxAhead
			? `${String(ahead)} new messages were sent before ${name}, whose wait for a 429 was over`
			: undefined;
	});
}

/**
 * Returns the end of the longest wait that the service requested before `time`. Only counts the
 * second of two rejections in a row, because a single one may concern one contact only.
 */
function pausedUntil(
	requests: readonly RecordedRequest[],
	startDate: number,
	time: number,
): number {
	const ended = requests
		.filter(({ endedAt = Infinity }) => endedAt < time)
		.sort((one, other) => (one.endedAt ?? 0) - (other.endedAt ?? 0));
	const waits = ended.map(({ result, retryAfter, endedAt = 0 }, index) =>
		result === 429 && ended[index - 1]?.result === 429 && retryAfter !== undefined
			? endedAt + waitOf(retryAfter, startDate + endedAt) * (1 + jitter)
			: 0,
	);
	return Math.max(0, ...waits);
}

/**
 * Returns when the pace of an execution allows another message after those before `time`, and after
 * other retries before `next`.
 */
function pacedUntil(
	{ executions }: Evidence,
	{ firstIteration, plan: { messagesPerMinute } }: ExecutionEvidence,
	time: number,
	next: RecordedRequest,
): number {
	if (messagesPerMinute === 0) return 0;
	const written = executions
		.filter((one) => one.firstIteration === firstIteration)
		.flatMap(({ items }) => items.flatMap(({ messages }) => messages))
		.flatMap((requests) =>
			requests
				.filter(({ writtenAt }, index) => {
					const isRetry = requests[index - 1]?.result === 429;
					return writtenAt < (isRetry ? next.writtenAt : time);
				})
				.map(({ writtenAt }) => writtenAt),
		);
	return Math.max(...written) + minuteMs / messagesPerMinute;
}

/** The rate limit that a request counts toward (section 8, Limits). */
function limitOf(request: RecordedRequest | undefined): 'contact' | 'message' {
	return request !== undefined && isMessage(request) ? 'message' : 'contact';
}

function isWithin(time: number | undefined, from: number, to: number): boolean {
	return time !== undefined && time > from && time < to;
}

function isAccepted({ accepted, result }: RecordedRequest): boolean {
	return accepted && result === 200;
}

/**
 * Returns the wait in a `Retry-After` header, in milliseconds.
 *
 * @param date the service's time
 */
function waitOf(header: string, date: number): number {
	return /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - date;
}

function isMessage({ path }: RecordedRequest): boolean {
	return path.startsWith('/v1/message/');
}
