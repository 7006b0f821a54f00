import type { ChannelCall, RawAnswer } from '../channel/call';
import { ChannelFailure } from '../channel/failure';
import { isDone, refusalOf } from '../channel/refusal';
import { exponentialBackoff } from '../rateLimit/backoff';
import type { Permit } from '../rateLimit/rateLimitedQueue';
import { notStarted } from './notStarted';
import type { Run } from './place';
import { mayWait, shouldRetry } from './retryPolicy';
import { refusedAltogether, stillRateLimited } from './stillRateLimited';

/** Milliseconds after which a wait looks whether it is still wanted. */
const longestSleep = 500;

/**
 * Makes a call as often as it may and has to be made.
 *
 * @param timeout milliseconds until each attempt is given up
 * @param doubted why a former try of the run may have done it already
 */
export async function callWithRetry(
	run: Run,
	call: ChannelCall,
	timeout: number,
	doubted: ChannelFailure | undefined,
): Promise<RawAnswer | ChannelFailure> {
	const flow = run.flow(call.kind);
	// Once an attempt may have been done, no later refusal makes the call undone.
	let doubt = doubted;
	let last: ChannelFailure | undefined;
	let attempts = 0;
	let refusedSince: number | undefined;
	for (;;) {
		const permit = await flow.permit(run.halt, last !== undefined);
		if (permit === 'refused') return doubt ?? last ?? refusedAltogether();
		// Between the permit and this line the execution may have been stopped.
		if (permit === 'cancelled' || run.halt.isHalted) {
			if (permit !== 'cancelled') permit.release();
			return doubt ?? run.ledger.refusedToken ?? notStarted();
		}
		const result = await callOnce(run, call, timeout, permit);
		if (!(result instanceof ChannelFailure)) return result;
		last = result;
		if (result.reason === 'tokenInvalid') {
			run.ledger.refusedToken = result;
			run.halt.now();
			return doubt ?? result;
		}
		if (result.effect === 'unsure') doubt = result;
		if (result.reason !== 'rateLimited') {
			attempts += 1;
			if (!shouldRetry(call, result, attempts)) return doubt ?? result;
			await pause(run, exponentialBackoff(attempts, run.random()));
			continue;
		}
		const now = run.clock.now();
		refusedSince ??= now;
		const asked = result.retryAfterMilliseconds;
		const delay = permit.refused(asked);
		last = stillRateLimited(result, now - refusedSince);
		if (delay === undefined || !mayWait(now - refusedSince, asked, delay)) return doubt ?? last;
		await pause(run, delay, flow.waited);
	}
}

/** One call, and the news of it for the rate limit, but for a refusal. */
async function callOnce(
	run: Run,
	call: ChannelCall,
	timeout: number,
	permit: Permit,
): Promise<RawAnswer | ChannelFailure> {
	const answer = await run.request(call, timeout, () => {
		permit.onWritten();
	});
	if (neverLeft(answer)) {
		permit.release();
		return answer;
	}
	if (answer instanceof ChannelFailure) return answer;
	const result = isDone(answer) ? answer : refusalOf(answer, run.clock.date());
	const isRefused = result instanceof ChannelFailure && result.reason === 'rateLimited';
	if (!isRefused) permit.accepted();
	return result;
}

/** Whether the service surely never saw the call, because it was not made or found no connection. */
function neverLeft(answer: RawAnswer | ChannelFailure): boolean {
	return answer instanceof ChannelFailure ? answer.effect === 'notDone' : answer.skipped === true;
}

/**
 * Waits in slices, so that a stopped execution doesn't linger.
 *
 * @param waited told from when each slice was waited for
 */
async function pause(
	run: Run,
	milliseconds: number,
	waited: (from: number) => void = () => undefined,
): Promise<void> {
	const until = run.clock.now() + milliseconds;
	for (;;) {
		const now = run.clock.now();
		if (now >= until || run.halt.isHalted) return;
		await run.clock.sleep(Math.min(longestSleep, until - now));
		waited(now);
	}
}
