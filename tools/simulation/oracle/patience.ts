import type { ExecutionPlan, History } from '../history/history';
import type { RecordedRequest } from '../world/recording';
import { tokenOf } from '../world/items';
import type { Evidence, ExecutionEvidence, ItemEvidence, Oracle } from './evidence';
import { isAccepted, isRepeatable, limitedPeriods } from './requestsAtRisk';

/** The documented patience, in milliseconds. */
const patienceMs = { usual: 120_000, withRetryAfter: 900_000, impatient: 10_000 } as const;

const minuteMs = 60_000;

/** How long the node waits for the body of an error response, in milliseconds. */
const errorBodyMs = 5_000;

/**
 * The longest wait after a rejection without `Retry-After`, and for the response, in milliseconds.
 */
const maxBackoffMs = 10_000;

/** The number of rejections until the waits after them exceed the usual patience. */
const maxRejections = 20;

/** How much earlier than the patience a wait can end, in milliseconds. */
const toleranceMs = 1_000;

/** How much later than the patience waiting items may fail, in milliseconds. */
const slackMs = 60_000;

/** How much later than the patience items may fail that nothing else delays, in milliseconds. */
const promptMs = 5_000;

/** The minimum number of requests per two minutes in a process's fair share of the limit. */
const minShare = { message: 30, contact: 4 } as const;

const rateLimited = /^(Still rate-limited|Too many requests)/;
const failing = /^The service has been failing/;
const notConnected = /^No connection to the service/;
const rejectedByN8n = /^n8n couldn't prepare the request/;

interface Wait {
	execution: ExecutionEvidence;
	attempt: ExecutionEvidence['ended'][number];
	token: string;
	/** The requests of the process with the same token and limit. */
	requests: readonly RecordedRequest[];
	failed: number;
}

/** Returns the attempts in which items failed with a text, for each token. */
function failedWaits({ executions, requests }: Evidence, text: RegExp): Wait[] {
	return executions.flatMap((execution) =>
		execution.ended.flatMap((attempt) => {
			// For an item that is partly sent, an attempt that does nothing repeats the earlier report.
			const failed = execution.items.filter(({ reports, requests: own }) =>
				reports.some(
					(report, index) =>
						report.attempt === attempt &&
						text.test(report.text) &&
						!(own.some(isAccepted) && titleOf(report) === titleOf(reports[index - 1])),
				),
			);
			const tokens = failed.map((item) => tokenIn(item, execution.ended.indexOf(attempt)));
			return [...new Set(tokens)].map((token) => ({
				execution,
				attempt,
				token,
				failed: failed.length,
				requests: requests.filter(
					(request) =>
						request.worker === execution.worker &&
						request.token === token &&
						request.writtenAt < attempt.endedAt &&
						(request.endedAt ?? Infinity) > attempt.startedAt,
				),
			}));
		}),
	);
}

/** Returns the title of an error, which ends with the item. */
function titleOf(report: ItemEvidence['reports'][number] | undefined): string | undefined {
	return report?.text.split(']')[0];
}

/** Returns the token with which an attempt sends, which can differ from the first one's. */
function tokenIn({ requests, itemIndex, execution: { plan } }: ItemEvidence, attempt: number) {
	const sent = requests.find((request) => request.attempt === attempt);
	return sent?.token ?? tokenOf(plan, itemIndex, attempt);
}

/** Returns the longest time in an attempt without an event. */
function longestGap({ attempt: { startedAt, endedAt } }: Wait, times: readonly number[]): number {
	const during = times.filter((time) => time > startedAt && time < endedAt);
	const all = [startedAt, ...during.sort((one, other) => one - other), endedAt];
	return Math.max(...all.slice(1).map((time, index) => time - (all[index] ?? time)));
}

/**
 * M3: an item fails because of rate limiting only if the service accepted no request of this process
 * with this token for the whole patience, while the item's execution was waiting. Then all waiting
 * items of the execution fail together.
 */
export const patienceWhenRateLimited: Oracle = (evidence) =>
	failedWaits(evidence, rateLimited).flatMap((wait) => {
		const { conditions, workers } = evidence.history;
		const bucket = bucketOf(wait);
		const requests = wait.requests.filter(({ path }) => path.startsWith(bucket));
		const headers = requests
			.filter(({ result }) => result === 429)
			.map(({ retryAfter }) => retryAfter !== undefined);
		const ofProcess = evidence.requests.filter(
			({ worker, token, path }) =>
				worker === wait.execution.worker && token === wait.token && path.startsWith(bucket),
		);
		const wasAsked = wasAskedToWait(evidence.history, ofProcess, wait.attempt.startedAt);
		const patienceIf = (hasHeader: boolean) =>
			hasHeader ? patienceMs.withRetryAfter : patienceMs.usual;
		const paced = pacedWaitMs(wait.execution, requests);
		const neededMs = {
			min: patienceIf(headers.every(Boolean)) + paced.minMs,
			max:
				patienceIf(wasAsked || bucket === '/v1/contact' || headers.some(Boolean)) +
				contactPatienceMs(wait.execution) +
				keyWaitMs(evidence, wait) +
				paced.maxMs +
				(wait.requests.some(isUnconnected) ? patienceMs.usual : 0),
		};
		const perMs =
			bucket === '/v1/message/'
				? (conditions.messagesPerSecond - conditions.otherMessagesPerSecond) / 1_000
				: conditions.contactRequestsPerMinute / 60_000;
		const share = (perMs * patienceMs.usual) / workers;
		if (share < (bucket === '/v1/message/' ? minShare.message : minShare.contact)) return [];
		const times = requests.filter(hasPassed).map(({ endedAt = 0 }) => endedAt);
		const longestMs = longestGap(wait, [...times, ...outageStarts(ofProcess)]);
		return unfounded(wait, longestGap(wait, times), neededMs, 'an accepted request', longestMs);
	});

/**
 * Returns how long an execution waited only for its own pace (*Messages per Minute*) between its
 * latest rejected messages, which isn't a wait for the service.
 */
function pacedWaitMs(
	{ plan, number }: ExecutionEvidence,
	requests: readonly RecordedRequest[],
): { minMs: number; maxMs: number } {
	if (plan.messagesPerMinute === 0) return { minMs: 0, maxMs: 0 };
	const intervalMs = 60_000 / plan.messagesPerMinute;
	const passed = requests.filter(hasPassed).map(({ endedAt = 0 }) => endedAt);
	const latest = requests
		.filter(({ execution, writtenAt }) => execution === number && writtenAt > Math.max(...passed))
		.sort((one, other) => one.writtenAt - other.writtenAt);
	let minMs = 0;
	for (const [index, { writtenAt }] of latest.entries()) {
		const previous = latest[index - 1];
		// The service can ask for longer waits.
		if (previous === undefined || previous.retryAfter !== undefined) continue;
		const pauseMs = writtenAt - previous.writtenAt;
		if (pauseMs < intervalMs + toleranceMs) minMs += Math.max(0, pauseMs - maxBackoffMs);
	}
	return { minMs, maxMs: latest.length * intervalMs };
}

/**
 * Returns the times of the first rejections after other responses. Until then, a rejected message
 * waits for the end of its own `Retry-After`, while the service may accept others.
 */
function outageStarts(requests: readonly RecordedRequest[]): number[] {
	const responses = requests
		.flatMap(({ endedAt, result }) =>
			typeof result === 'number' ? { at: endedAt ?? 0, result } : [],
		)
		.sort((one, other) => one.at - other.at);
	return responses
		.filter(({ result }, index) => result === 429 && responses[index - 1]?.result !== 429)
		.map(({ at }) => at);
}

/**
 * Returns how long items can wait for keys that other executions of the node use. The attempt ends
 * only after these items, even if others give up earlier.
 */
function keyWaitMs({ executions }: Evidence, { attempt, execution }: Wait): number {
	const { items, plan, worker } = execution;
	const keys = new Set(items.flatMap(keysOf));
	const uses = executions
		.filter((other) => other !== execution && other.worker === worker)
		.filter((other) => other.plan.workflow === plan.workflow)
		.filter((other) => other.items.flatMap(keysOf).some((key) => keys.has(key)))
		.flatMap(({ ended }) => ended)
		.sort((one, other) => one.startedAt - other.startedAt);
	let countedUntil = attempt.startedAt;
	let waitMs = 0;
	for (const { startedAt, endedAt } of uses) {
		const until = Math.min(endedAt, attempt.endedAt);
		waitMs += Math.max(0, until - Math.max(startedAt, countedUntil));
		countedUntil = Math.max(countedUntil, until);
	}
	return waitMs;
}

function keysOf({ key, campaign }: ItemEvidence): string[] {
	return [key, campaign].filter((each) => each !== undefined);
}

/**
 * M3: an execution that starts during an outage doesn't wait for longer than the patience with one
 * token. Items with different tokens can wait one after another for a lock that they share. Only for
 * messages and responses without `Retry-After`, because simulated outages are shorter than the
 * longer patience.
 */
export const patienceEnds: Oracle = ({ history, executions, requests: all }) =>
	executions.flatMap((execution) =>
		execution.ended.flatMap(({ startedAt, endedAt }) => {
			const { number, worker, requests } = execution;
			const { messagesPerMinute } = execution.plan;
			const pacedMs = messagesPerMinute === 0 ? 0 : maxRejections * (60_000 / messagesPerMinute);
			const maxWaitMs = patienceMs.usual + contactPatienceMs(execution) + pacedMs + slackMs;
			if (endedAt - startedAt <= maxWaitMs) return [];
			const during = ({ path, writtenAt }: RecordedRequest) =>
				path.startsWith('/v1/message/') && writtenAt > startedAt && writtenAt < endedAt;
			const own = requests.filter(during);
			const tokens = [...new Set(own.map(({ token }) => token))];
			return tokens.map((token) => {
				const hasToken = (request: RecordedRequest) => request.token === token;
				const ofWorker = all.filter((request) => request.worker === worker && hasToken(request));
				if (wasAskedToWait(history, ofWorker, startedAt)) return undefined;
				const waiting = own.filter(hasToken).map((request) => request.endedAt ?? Infinity);
				const others = ofWorker.filter(
					(request) =>
						during(request) && (request.result !== 429 || request.retryAfter !== undefined),
				);
				const since = Math.min(...waiting);
				// Items with other tokens can begin or stop waiting later.
				const lastAt = tokens.length === 1 ? endedAt : Math.min(endedAt, Math.max(...waiting));
				const until = Math.min(lastAt, ...others.map((request) => request.endedAt ?? endedAt));
				return until - since > maxWaitMs
					? `Execution ${String(number)} waited for ${seconds(until - since)} without an accepted request of ${token}`
					: undefined;
			});
		}),
	);

/**
 * M14: an item that waits because of unknown outcomes fails only if the service accepted no message or
 * creation of this process with this token for the whole patience.
 */
export const patienceAfterUnknownOutcomes: Oracle = (evidence) =>
	failedWaits(evidence, failing).flatMap((wait) => {
		const times = wait.requests
			.filter((request) => isAccepted(request) && !isRepeatable(request))
			.map(({ endedAt = 0 }) => endedAt);
		const neededMs = { min: patienceMs.usual, max: Infinity };
		return unfounded(wait, longestGap(wait, times), neededMs, 'an accepted request');
	});

/**
 * M14: all items that wait because of unknown outcomes fail together after the patience, so the
 * attempt ends then. Creations wait as long as other contact requests. Not checked for executions
 * whose items also wait for contacts, keys, other tokens, or a requested time.
 */
export const patienceAfterUnknownOutcomesEnds: Oracle = (evidence) =>
	limitedPeriods(evidence, (request) => !isRepeatable(request)).flatMap(
		({ worker, token, from, to }) =>
			evidence.executions
				.filter((execution) => execution.worker === worker && waitsOnlyForTests(execution))
				.flatMap(({ ended, number, plan, requests }) => {
					if (requests.some((request) => request.token !== token)) return [];
					return ended.map(({ startedAt, endedAt }) => {
						const [since, until] = [Math.max(from, startedAt), Math.min(to, endedAt)];
						const isAskedToWait = evidence.requests.some(
							(request) =>
								request.worker === worker &&
								request.token === token &&
								request.writtenAt < until &&
								request.retryAfter !== undefined,
						);
						if (isAskedToWait) return undefined;
						const pendingMs = requests
							.filter(({ writtenAt, endedAt: end = 0 }) => writtenAt < until && end > since)
							.map(({ writtenAt, endedAt: end = 0 }) => end - writtenAt);
						const maxWaitMs =
							(plan.operation === 'send' ? patienceMs.usual : patienceMs.withRetryAfter) +
							Math.max(0, ...pendingMs) +
							(requests.some(isUnconnected) ? patienceMs.usual : 0) +
							promptMs;
						return until - since > maxWaitMs
							? `Execution ${String(number)} waited for ${seconds(until - since)}, although the service accepted no message or creation`
							: undefined;
					});
				}),
	);

function waitsOnlyForTests({ plan, requests }: ExecutionEvidence): boolean {
	const { campaigns, delaySeconds, keys, messagesPerMinute, operation, sendingHours } = plan;
	return (
		(operation === 'send' || operation === 'create') &&
		requests.length > 0 &&
		!needsContacts(plan) &&
		campaigns + keys + delaySeconds + messagesPerMinute === 0 &&
		sendingHours === undefined
	);
}

/** An execution that finds contacts or reads tags waits, in addition, for the contact limit. */
function contactPatienceMs({ plan }: ExecutionEvidence): number {
	return needsContacts(plan) ? patienceMs.withRetryAfter : 0;
}

/** Whether the items' contacts are searched for or read. */
export function needsContacts(plan: ExecutionPlan): boolean {
	const { identifiedBy, neverMessagesTagged, searches, sendingHours, skipsTagged, testsOnly } =
		plan;
	const isRead =
		skipsTagged || neverMessagesTagged || testsOnly || sendingHours?.timezone === 'contact';
	return isRead || searches.length > 0 || identifiedBy.some((mode) => /phone/i.test(mode));
}

/** Whether a request waited for a connection, which has its own patience. */
function isUnconnected({ arrivedAt, result }: RecordedRequest): boolean {
	return arrivedAt === undefined && typeof result === 'string' && result !== 'cancelled';
}

/** Whether the latest responses before a time were rejections, at least one with `Retry-After`. */
function wasAskedToWait(
	{ conditions }: History,
	requests: readonly RecordedRequest[],
	time: number,
): boolean {
	const bodyMs = conditions.rejections === 'endlessBody' ? errorBodyMs : 0;
	const known = requests
		.map(({ endedAt = Infinity, result, retryAfter }) => ({
			at: result === 429 ? endedAt + bodyMs : endedAt,
			isRejected: result === 429,
			asksToWait: retryAfter !== undefined,
		}))
		.filter(({ at }) => at <= time)
		.sort((one, other) => one.at - other.at);
	const latest = known.slice(known.map(({ isRejected }) => isRejected).lastIndexOf(false) + 1);
	return latest.some(({ asksToWait }) => asksToWait);
}

/**
 * Returns the limit for which an item waited: the one that rejected the execution. If both or none
 * did, that of messages if the item needed no other request first, or if that request has passed.
 */
function bucketOf({ execution: { plan, items, requests: all }, attempt }: Wait): string {
	const isBeforeEnd = ({ writtenAt }: RecordedRequest) => writtenAt < attempt.endedAt;
	const rejected = all.filter(
		({ result, writtenAt }) =>
			result === 429 && writtenAt > attempt.startedAt && writtenAt < attempt.endedAt,
	);
	const buckets = ['/v1/message/', '/v1/contact'].filter((bucket) =>
		rejected.some(({ path }) => path.startsWith(bucket)),
	);
	if (buckets.length === 1 && buckets[0] !== undefined) return buckets[0];
	const isMessage =
		plan.operation === 'send' &&
		(!needsContacts(plan) ||
			items.some(({ requests }) => requests.some(isBeforeEnd)) ||
			all.some((request) => isBeforeEnd(request) && hasPassed(request)));
	return isMessage ? '/v1/message/' : '/v1/contact';
}

/** Whether a request passed the rate limit, although a proxy may have changed the response. */
function hasPassed({ arrivedAt, result }: RecordedRequest): boolean {
	return arrivedAt !== undefined && typeof result === 'number' && result < 300;
}

/**
 * M4: a request that never reached the service is retried with the same patience. Manual executions
 * give up after 10 seconds, and executions whose host doesn't exist too.
 */
export const patienceWhenNotConnected: Oracle = (evidence) => [
	...unfoundedRejections(evidence),
	...failedWaits(evidence, notConnected).flatMap((wait) => {
		const isManual = wait.execution.plan.mode === 'manual';
		const isUnknown = ({ result }: RecordedRequest) => result === 'unknownHost';
		// If a host disappears, the node only detects it with a retry.
		const neededMs = {
			min: isManual || wait.requests.some(isUnknown) ? patienceMs.impatient : patienceMs.usual,
			max:
				(isManual || wait.requests.every(isUnknown) ? patienceMs.impatient : patienceMs.usual) +
				rejectionPatienceMs(wait) +
				pacedMs(wait),
		};
		const times = wait.requests.flatMap(({ arrivedAt }) => arrivedAt ?? []);
		return unfounded(wait, longestGap(wait, times), neededMs, 'a connection');
	}),
];

/** Only requests that n8n rejects for good fail without a retry. */
function unfoundedRejections({ items }: Evidence) {
	return items.map(({ name, execution, reports }) =>
		reports.some(({ text }) => rejectedByN8n.test(text)) &&
		!execution.requests.some(({ result }) => result === 'rejected')
			? `${name} failed without a retry, although n8n rejected no request`
			: undefined,
	);
}

/** How long other items can wait because of 429 responses. All items are reported at the end. */
function rejectionPatienceMs({ requests }: Wait): number {
	const rejections = requests.filter(({ result }) => result === 429);
	const asksToWait = rejections.some(({ retryAfter }) => retryAfter !== undefined);
	if (asksToWait) return patienceMs.withRetryAfter;
	return rejections.length > 0 ? patienceMs.usual : 0;
}

/** How long an execution's messages waited for their pace. Each of them tried to connect once. */
function pacedMs({ execution: { number, plan }, requests }: Wait): number {
	const { messagesPerMinute } = plan;
	if (messagesPerMinute === 0) return 0;
	const tried = requests.filter(({ execution }) => execution === number).length;
	return (tried * minuteMs) / messagesPerMinute;
}

/** The patience, which is uncertain if only some responses had a `Retry-After` header. */
interface Needed {
	min: number;
	max: number;
}

/**
 * @param gapMs the time without an event
 * @param waitedMs the longest part of this time in which the items waited for the limit
 */
function unfounded(
	wait: Wait,
	gapMs: number,
	neededMs: Needed,
	noun: string,
	waitedMs = gapMs,
): string[] {
	const { failed, execution, attempt } = wait;
	const items = `${String(failed)} items of execution ${String(execution.number)}`;
	if (gapMs < neededMs.min - toleranceMs) {
		return [`${items} gave up after at most ${seconds(gapMs)} without ${noun}`];
	}
	const isSlow = attempt.endedAt - attempt.startedAt >= gapMs && waitedMs > neededMs.max + slackMs;
	const canHang = wait.requests.some(({ result }) => result === 'cancelled');
	// Items with another token can wait for longer, and the node reports all items at the end.
	const isOnlyToken = execution.requests.every(({ token }) => token === wait.token);
	return isSlow && !canHang && isOnlyToken
		? [`${items} gave up only after ${seconds(waitedMs)} without ${noun}`]
		: [];
}

function seconds(milliseconds: number): string {
	return `${(milliseconds / 1_000).toFixed(1)} s`;
}
