import type { CancellationToken } from '../scheduling/cancellation';

/**
 * Starts a deadline for one request. Aborts the request after a total duration, or when its
 * execution is cancelled. HTTP clients can't limit the total duration, because their timeouts
 * restart with every received byte.
 *
 * @param timeoutMs the maximum duration in milliseconds
 */
export function startDeadline(timeoutMs: number, cancellation: CancellationToken) {
	const ending = new AbortController();
	const timer = AbortSignal.timeout(Math.ceil(timeoutMs));
	const end = () => {
		ending.abort();
	};
	timer.addEventListener('abort', end);
	const removeListener = cancellation.onAbort(end);
	return {
		/** An `AbortSignal` that fires when the request times out or its execution is cancelled. */
		signal: ending.signal,
		/** Returns whether the request timed out. Returns `false` if the execution was cancelled. */
		isOver: () => timer.aborted && !cancellation.isAborted,
		/** Removes the event listeners. Must be called when the request has ended. */
		release: () => {
			timer.removeEventListener('abort', end);
			removeListener();
		},
	};
}
