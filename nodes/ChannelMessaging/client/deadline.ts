import type { CancellationToken } from '../scheduling/cancellation';

/**
 * Limits the total duration of one request. HTTP clients can't, because their timeouts restart with
 * every received byte.
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
		/** Fires when the request times out or its execution is cancelled. */
		signal: ending.signal,
		/** Whether the request timed out. `false` if its execution was cancelled. */
		isOver: () => timer.aborted && !cancellation.isAborted,
		/** Must be called when the request has ended. */
		release: () => {
			timer.removeEventListener('abort', end);
			removeListener();
		},
	};
}
