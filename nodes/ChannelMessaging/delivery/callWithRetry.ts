import type { ChannelCall, RawAnswer } from '../channel/call';
import { ChannelFailure } from '../channel/failure';
import { isDone, refusalOf } from '../channel/refusal';
import { exponentialBackoff } from '../rateLimit/backoff';
import type { Clock } from '../rateLimit/clock';
import type { Permit } from '../rateLimit/rateLimitedQueue';
import type { Halt } from './halt';
import { notStarted } from './notStarted';
import type { Run } from './place';
import { mayWait, shouldRetry } from './retryPolicy';
import { refusedAltogether, stillRateLimited } from './stillRateLimited';

/** Milliseconds after which a wait looks whether it is still wanted. */
const longestSleep = 500;

interface Terms {
	/** Milliseconds until each attempt is given up. */
	timeout: number;
	/** Why a former try of the run may have made the call already. */
	doubted: ChannelFailure | undefined;
	/** Halted with the run, or before it where this call isn't needed any more. */
	needless: Halt;
}

/** Makes a call as often as it may and has to be made. */
export async function callWithRetry(
	run: Run,
	call: ChannelCall,
	{ timeout, doubted, needless }: Terms,
): Promise<RawAnswer | ChannelFailure> {
	const flow = run.flow(call.kind);
	// Once an attempt may have been done, no later refusal makes the call undone.
	let doubt = doubted;
	let last: ChannelFailure | undefined;
	let attempts = 0;
	let refusedSince: number | undefined;
	for (;;) {
		const permit = await flow.permit(needless, last !== undefined);
		if (permit === 'refused') return doubt ?? last ?? refusedAltogether();
		// Between the permit and this line the execution may have been stopped.
		if (permit === 'cancelled' || needless.isHalted) {
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
			await pause(run.clock, exponentialBackoff(attempts, run.random()), needless);
			continue;
		}
		const now = run.clock.now();
		refusedSince ??= now;
		const asked = result.retryAfterMilliseconds;
		const delay = permit.refused(asked);
		last = stillRateLimited(result, now - refusedSince);
		if (delay === undefined || !mayWait(now - refusedSince, asked, delay)) return doubt ?? last;
		await pause(run.clock, delay, needless, flow.waited);
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
	return answer instanceof ChannelFailure && answer.effect === 'notDone';
}

/**
 * Waits in slices, so that a stopped execution doesn't linger.
 *
 * @param waited told from when each slice was waited for
 */
async function pause(
	clock: Clock,
	milliseconds: number,
	needless: Halt,
	waited: (from: number) => void = () => undefined,
): Promise<void> {
	const until = clock.now() + milliseconds;
	for (;;) {
		const now = clock.now();
		if (now >= until || needless.isHalted) return;
		await clock.sleep(Math.min(longestSleep, until - now));
		waited(now);
	}
}
