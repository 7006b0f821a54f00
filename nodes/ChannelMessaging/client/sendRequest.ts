import { outcomeTestIntervalMs } from '../rateLimit/unknownOutcomeBreaker';
import type { NoPermit, Permit, RequestEnd } from '../rateLimit/permit';
import type { Clock } from '../scheduling/clock';
import { pause } from '../scheduling/pause';
import { ApiError } from './apiError';
import type { ApiResponse } from './apiResponse';
import { RequestHistory, retryDelayMs } from './retryPolicy';
import { type ChannelSession, stopReason } from './channelSession';
import type { SendOptions } from './sendOptions';
import type { ChannelRequest } from './channelRequest';
import { stopIfTokenRejected } from './rejectedToken';

export type SendRequest = (
	request: ChannelRequest,
	options?: SendOptions,
) => Promise<ApiResponse | ApiError>;

/**
 * Sends requests within the rate limit and retries them if that's safe. If a read fails, its
 * outcome is always `notDone`.
 *
 * @param timeoutMs the timeout for each attempt
 */
export function createSender(session: ChannelSession, timeoutMs: number): SendRequest {
	return async (request, options = {}) => {
		const { prepare, previousError, retryWhenUnsure, continuesSearch } = options;
		const { clock, cancellation, isInteractive } = session;
		if (session.tokenError !== undefined) return previousError ?? session.tokenError;
		const { bucket, idempotent } = request;
		const flow = session.flow(bucket);
		const history = new RequestHistory(previousError);
		let retryAt = continuesSearch === true ? clock.now() : undefined;
		let isPaced = false;
		let prepared: Promise<ApiError | undefined> | undefined;
		for (;;) {
			let wait: Wait | undefined;
			const permit = await flow.permit(cancellation, {
				retryAt,
				isPaced,
				wasRejected: history.rejections > 0,
				idempotent,
				canRead: () => request.test !== undefined && canReadSoon(session),
				...(prepare !== undefined &&
					prepared === undefined && {
						prepare: async () => {
							wait = waitBefore(clock, options);
							if (wait !== undefined) return false;
							prepared = prepare();
							return await prepared.then(
								(obstacle) => obstacle === undefined,
								() => false,
							);
						},
					}),
			});
			// If there is no permit, the preparation may still be running. The caller must not undo the
			// preparation until it ends.
			const unprepared = await prepared;
			if (unprepared !== undefined) return history.failure(unprepared);
			if (permit.kind === 'readFirst') {
				try {
					const obstacle = options.obstacle?.();
					if (obstacle !== undefined) return history.failure(obstacle);
					const { test } = request;
					const isAnswered =
						test !== undefined && (await testService(session, test, timeoutMs, options.obstacle));
					// A failed read sends the request back to the queue without priority.
					retryAt = isAnswered ? clock.now() : undefined;
				} finally {
					permit.end();
				}
				continue;
			}
			if (permit.kind !== 'granted' && permit.kind !== 'notPrepared') {
				return history.failure(withoutPermit(permit, session, history.latest));
			}
			// The execution may have been stopped after the permit was granted.
			if (cancellation.isStopped) {
				if (permit.kind === 'granted') permit.end({ kind: 'notSent' });
				return history.failure(stopReason(session));
			}
			if (permit.kind === 'granted') wait = waitBefore(clock, options);
			if (permit.kind !== 'granted' || wait !== undefined) {
				if (permit.kind === 'granted') permit.end({ kind: 'notSent' });
				const obstacle = await wait?.check;
				if (obstacle !== undefined) return history.failure(obstacle);
				// The request already had its turn, so it goes ahead of waiting requests.
				retryAt = wait?.until ?? clock.now();
				isPaced = wait?.until !== undefined;
				continue;
			}
			const result = await attempt(session, request, timeoutMs, permit, options);
			const unreachableMs = recordReachability(session, result);
			if (!(result instanceof ApiError)) return result;
			const error = request.method === 'GET' ? result.with({ outcome: 'notDone' }) : result;
			history.add(error);
			const { failures, rejections } = history;
			isPaced = false;
			const delayMs = retryDelayMs(
				{ bucket, idempotent: idempotent || retryWhenUnsure === true },
				error,
				{ failures, rejections, unreachableMs, isInteractive },
				session.random(),
			);
			if (delayMs === undefined) return history.failure(error);
			// After a 429, the request waits in the queue, ahead of new requests.
			const isRateLimited = error.reason === 'rateLimited';
			if (!isRateLimited) await pause(clock, cancellation, delayMs);
			if (isRateLimited) retryAt = clock.now() + delayMs;
			else retryAt = continuesSearch === true ? clock.now() : undefined;
		}
	};
}

/** Why an attempt can't start yet: `until` is in the future, or `check` is still pending. */
interface Wait {
	until?: number;
	check?: Promise<ApiError | undefined>;
}

function waitBefore(clock: Clock, { notBefore, precondition }: SendOptions): Wait | undefined {
	const until = notBefore?.() ?? -Infinity;
	if (clock.now() < until) return { until };
	const check = precondition?.();
	return check && { check };
}

/** Returns the time since the first failed connection after the last response. */
function recordReachability(session: ChannelSession, result: ApiResponse | ApiError): number {
	const now = session.clock.now();
	if (result instanceof ApiError && result.reason === 'notConnected') {
		session.unreachableSince ??= now;
	} else if (result.status !== undefined) {
		session.unreachableSince = undefined;
	}
	return now - (session.unreachableSince ?? now);
}

/**
 * Sends a request once, using its permit. If this function throws, the request counts as sent but
 * unanswered.
 */
async function attempt(
	session: ChannelSession,
	request: ChannelRequest,
	timeoutMs: number,
	permit: Permit,
	{ beforeAttempt, obstacle: obstacleTo, onAttempt, onWritten }: SendOptions,
): Promise<ApiResponse | ApiError> {
	let end: RequestEnd = { kind: 'unanswered', evidence: 'nothing' };
	try {
		const obstacle = obstacleTo?.() ?? beforeAttempt?.();
		if (obstacle === undefined) onAttempt?.();
		const written = () => {
			permit.onWritten();
			onWritten?.();
		};
		const result = obstacle ?? (await session.http(request, timeoutMs, written));
		end = endOf(result);
		stopIfTokenRejected(session, result);
		const isHeldBack =
			result instanceof ApiError && result.reason === 'cancelled' && result.outcome === 'notDone';
		return isHeldBack ? stopReason(session) : result;
	} finally {
		permit.end(end);
	}
}

function canReadSoon(session: ChannelSession): boolean {
	return session.flow('contact').msUntilNext() < outcomeTestIntervalMs;
}

/**
 * Tests the service with a read that goes ahead of waiting requests, and returns whether the
 * service responded.
 */
async function testService(
	session: ChannelSession,
	request: ChannelRequest,
	timeoutMs: number,
	obstacle: SendOptions['obstacle'],
): Promise<boolean> {
	const { cancellation, clock } = session;
	const permit = await session
		.flow(request.bucket)
		.permit(cancellation, { retryAt: clock.now(), idempotent: true });
	if (permit.kind !== 'granted') return false;
	const result = await attempt(session, request, timeoutMs, permit, {
		...(obstacle && { obstacle }),
	});
	const end = endOf(result);
	return end.kind === 'passed' && end.evidence !== 'unknown';
}

function endOf(result: ApiResponse | ApiError): RequestEnd {
	if (!(result instanceof ApiError)) return { kind: 'passed', evidence: 'accepted' };
	const { details, outcome, status } = result;
	if (details.reason === 'rateLimited') {
		return { kind: 'rejected', retryAfterMs: details.retryAfterMs };
	}
	const isNotDone = outcome === 'notDone';
	// Any response other than a 429 shows that the request passed the service's rate limiter.
	if (status !== undefined) {
		const asksToWait = details.reason === 'serverFault' && details.retryAfterMs !== undefined;
		return { kind: 'passed', evidence: isNotDone ? 'rejected' : 'unknown', asksToWait };
	}
	if (isNotDone) return { kind: 'notSent' };
	// A stopped request provides no information about the state of the service.
	const isStopped = details.reason === 'cancelled';
	return { kind: 'unanswered', evidence: isStopped ? 'nothing' : 'unknown' };
}

function withoutPermit(
	permit: NoPermit,
	session: ChannelSession,
	last: ApiError | undefined,
): ApiError {
	if (permit.kind === 'cancelled') return stopReason(session);
	if (permit.kind === 'gaveUpTesting') {
		const { waitedMs } = permit;
		return new ApiError({ reason: 'serviceFailing', outcome: 'notDone', waitedMs });
	}
	const { waitedMs, retryAfterMs } = permit;
	return new ApiError({
		...(last?.reason === 'rateLimited' && last.details),
		reason: 'rateLimited',
		outcome: 'notDone',
		waitedMs,
		retryAfterMs,
	});
}
