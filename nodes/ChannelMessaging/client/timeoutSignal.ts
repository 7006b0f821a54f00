import type { CancellationToken } from '../scheduling/cancellationToken';

/**
 * Limits the total duration of a request. HTTP clients restart their own timeout with every byte.
 */
export function startTimeout(timeoutMs: number, cancellation: CancellationToken) {
	const ending = new AbortController();
	const timer = AbortSignal.timeout(Math.ceil(timeoutMs));
	const end = () => {
		ending.abort();
	};
	timer.addEventListener('abort', end);
	const removeListener = cancellation.onAbort(end);
	let shorterTimer: AbortSignal | undefined;
	return {
		/** Aborted when the time is up or the execution is cancelled. */
		signal: ending.signal,
		/** Returns whether the request timed out, rather than being cancelled. */
		isOver: () => timer.aborted && !cancellation.isAborted,
		/** Has no effect if it would extend the timeout. */
		shorten: (milliseconds: number) => {
			shorterTimer = AbortSignal.timeout(milliseconds);
			shorterTimer.addEventListener('abort', end);
		},
		/** Must be called when the request has ended. */
		release: () => {
			timer.removeEventListener('abort', end);
			shorterTimer?.removeEventListener('abort', end);
			removeListener();
		},
	};
}
