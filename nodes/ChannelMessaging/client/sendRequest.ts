import { outcomeTestIntervalMs } from '../rateLimit/outcomeBreaker';
import type { NoPermit, Permit, RequestEnd } from '../rateLimit/rateLimitedQueue';
import { pause } from '../scheduling/pause';
import { ApiError } from './apiError';
import type { ApiResponse } from './readResponse';
import { retryDelayMs } from './retryPolicy';
import { type ChannelSession, stopReason } from './session';
import type { ChannelRequest, SendOptions, SendRequest } from './types';

/**
 * Returns a function that sends a request within its rate limit, and retries it if a retry is safe.
 * The outcome of a failed read is always `notDone`.
 *
 * @param timeoutMs limits each attempt, not the whole request
 */
export function createSender(session: ChannelSession, timeoutMs: number): SendRequest {
	return async (request, { precondition, beforeAttempt, previousError, retryWhenUnsure } = {}) => {
		const { clock, cancellation, isInteractive } = session;
		if (session.tokenError !== undefined) return previousError ?? session.tokenError;
		const isRead = request.method === 'GET';
		const flow = session.flow(request.bucket);
		// An error with an unknown outcome takes precedence over later errors, because the service may
		// have processed that attempt.
		let unknown = previousError;
		let last: ApiError | undefined;
		let retryAt: number | undefined;
		let failures = 0;
		let rejections = 0;
		for (;;) {
			const permit = await flow.permit(cancellation, {
				retryAt,
				idempotent: request.idempotent,
				canRead: () => request.test !== undefined && canReadSoon(session),
			});
			if (permit.kind === 'readFirst') {
				const { test } = request;
				const isAnswered = test !== undefined && (await testService(session, test, timeoutMs));
				// If the read failed, the request loses its priority, and another request gets the next
				// turn.
				retryAt = isAnswered ? clock.now() : undefined;
				continue;
			}
			if (permit.kind !== 'granted') return unknown ?? withoutPermit(permit, session, last);
			// The execution can be stopped after the permit is issued.
			if (cancellation.isStopped) {
				permit.end({ kind: 'notSent' });
				return unknown ?? stopReason(session);
			}
			const waiting = precondition?.();
			if (waiting !== undefined) {
				permit.end({ kind: 'notSent' });
				const obstacle = await waiting;
				if (obstacle !== undefined) return unknown ?? obstacle;
				// The request already had its turn, so it goes ahead of new requests.
				retryAt = clock.now();
				continue;
			}
			const result = await attempt(session, request, timeoutMs, permit, beforeAttempt);
			if (!(result instanceof ApiError)) {
				session.unreachableSince = undefined;
				return result;
			}
			last = isRead ? result.with({ outcome: 'notDone' }) : result;
			if (last.outcome === 'unknown') unknown = last;
			const now = clock.now();
			if (last.reason === 'rateLimited') rejections += 1;
			else failures += 1;
			if (last.reason === 'notConnected') session.unreachableSince ??= now;
			else if (result.status !== undefined) session.unreachableSince = undefined;
			const unreachableMs = now - (session.unreachableSince ?? now);
			const history = { failures, rejections, unreachableMs, isInteractive };
			const idempotent = request.idempotent || retryWhenUnsure === true;
			const delayMs = retryDelayMs({ ...request, idempotent }, last, history, session.random());
			if (delayMs === undefined) return unknown ?? last;
			// After a 429 response, the request waits in the queue, which sends it ahead of new requests.
			retryAt = last.reason === 'rateLimited' ? now + delayMs : undefined;
			if (retryAt === undefined) await pause(clock, cancellation, delayMs);
		}
	};
}

/**
 * Sends a request once, with its permit. If an exception is thrown, the request counts as sent but
 * unanswered.
 */
async function attempt(
	session: ChannelSession,
	request: ChannelRequest,
	timeoutMs: number,
	permit: Permit,
	beforeAttempt?: SendOptions['beforeAttempt'],
): Promise<ApiResponse | ApiError> {
	let end: RequestEnd = { kind: 'unanswered', evidence: 'nothing' };
	try {
		const obstacle = beforeAttempt && (await beforeAttempt());
		const result = obstacle ?? (await session.http(request, timeoutMs, permit.onWritten));
		end = endOf(result);
		if (result instanceof ApiError && result.reason === 'tokenInvalid') {
			session.tokenError = result;
			session.cancellation.stop();
		}
		const isHeldBack =
			result instanceof ApiError && result.reason === 'cancelled' && result.outcome === 'notDone';
		return isHeldBack ? stopReason(session) : result;
	} finally {
		permit.end(end);
	}
}

/** Whether the rate limit allows a read of a contact within one test interval. */
function canReadSoon(session: ChannelSession): boolean {
	return session.flow('contact').msUntilNext() < outcomeTestIntervalMs;
}

/**
 * Sends a read that tests the service, ahead of waiting requests. Returns whether the service
 * responded to it.
 */
async function testService(
	session: ChannelSession,
	request: ChannelRequest,
	timeoutMs: number,
): Promise<boolean> {
	const { cancellation, clock } = session;
	const permit = await session
		.flow(request.bucket)
		.permit(cancellation, { retryAt: clock.now(), idempotent: true });
	if (permit.kind !== 'granted') return false;
	const result = await attempt(session, request, timeoutMs, permit);
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
	// A status other than 429 means that the request passed the service's rate limiter.
	if (status !== undefined) {
		const asksToWait = details.reason === 'serverFault' && details.retryAfterMs !== undefined;
		return { kind: 'passed', evidence: isNotDone ? 'rejected' : 'unknown', asksToWait };
	}
	if (isNotDone) return { kind: 'notSent' };
	// Stopping an execution proves nothing about the service.
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
