import { outcomeTestIntervalMs } from '../rateLimit/outcomeBreaker';
import type { NoPermit, Permit, RequestEnd } from '../rateLimit/rateLimitedQueue';
import { pause } from '../scheduling/pause';
import { ApiError } from './apiError';
import type { ApiResponse } from './readResponse';
import { retryDelayMs } from './retryPolicy';
import { type ChannelSession, stopReason } from './session';
import type { ChannelRequest, SendOptions, SendRequest } from './types';

/**
 * Sends within the rate limit and retries if that's safe. A failed read is always `notDone`.
 *
 * @param timeoutMs per attempt
 */
export function createSender(session: ChannelSession, timeoutMs: number): SendRequest {
	return async (request, { precondition, beforeAttempt, previousError, retryWhenUnsure } = {}) => {
		const { clock, cancellation, isInteractive } = session;
		if (session.tokenError !== undefined) return previousError ?? session.tokenError;
		const isRead = request.method === 'GET';
		const flow = session.flow(request.bucket);
		// Outweighs later errors: the service may have processed that attempt.
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
				// If the read failed, the request goes back into the queue without priority.
				retryAt = isAnswered ? clock.now() : undefined;
				continue;
			}
			if (permit.kind !== 'granted') return unknown ?? withoutPermit(permit, session, last);
			// The execution may have been stopped since.
			if (cancellation.isStopped) {
				permit.end({ kind: 'notSent' });
				return unknown ?? stopReason(session);
			}
			const waiting = precondition?.();
			if (waiting !== undefined) {
				permit.end({ kind: 'notSent' });
				const obstacle = await waiting;
				if (obstacle !== undefined) return unknown ?? obstacle;
				// This request already had its turn.
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
			// After a 429, the request waits in the queue, ahead of new ones.
			retryAt = last.reason === 'rateLimited' ? now + delayMs : undefined;
			if (retryAt === undefined) await pause(clock, cancellation, delayMs);
		}
	};
}

/**
 * One attempt, with its permit. If an exception is thrown, the request counts as sent and
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

/** Whether the rate limit allows a read within one test interval. */
function canReadSoon(session: ChannelSession): boolean {
	return session.flow('contact').msUntilNext() < outcomeTestIntervalMs;
}

/** Tests the service with a read, ahead of waiting requests. Returns whether it responded. */
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
	// Anything but 429 passed the service's rate limiter.
	if (status !== undefined) {
		const asksToWait = details.reason === 'serverFault' && details.retryAfterMs !== undefined;
		return { kind: 'passed', evidence: isNotDone ? 'rejected' : 'unknown', asksToWait };
	}
	if (isNotDone) return { kind: 'notSent' };
	// Stopping an execution says nothing about the service.
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
