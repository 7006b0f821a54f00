import type { CancellationToken } from '../scheduling/cancellationToken';

/**
 * Limits the total duration of a request. The timeout of an HTTP client doesn't, because it
 * restarts with every received byte.
 */
export function startTimeout(timeoutMs: number, cancellation: CancellationToken) {
	const ending = new AbortController();
	const timer = AbortSignal.timeout(Math.ceil(timeoutMs));
	const end = () => {
		ending.abort();
	};
	timer.addEventListener('abort', end);
	const removeListener = cancellation.onAbort(end);
	return {
		/** Aborted when the request times out or its execution is cancelled. */
		signal: ending.signal,
		/** Whether the request timed out. Returns `false` if the execution was cancelled. */
		isOver: () => timer.aborted && !cancellation.isAborted,
		/** Removes all listeners. Must be called when the request has ended. */
		release: () => {
			timer.removeEventListener('abort', end);
			removeListener();
		},
	};
}
