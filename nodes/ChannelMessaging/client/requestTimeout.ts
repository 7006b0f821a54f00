import type { CancellationToken } from '../scheduling/cancellationToken';

/** HTTP clients restart their timeout with every byte. This limits the total. */
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
		/** Aborted on timeout and cancellation. */
		signal: ending.signal,
		/** Timed out, as opposed to cancelled. */
		isOver: () => timer.aborted && !cancellation.isAborted,
		/** Doesn't extend the timeout. */
		shorten: (milliseconds: number) => {
			shorterTimer = AbortSignal.timeout(milliseconds);
			shorterTimer.addEventListener('abort', end);
		},
		/** Call when the request has ended. */
		release: () => {
			timer.removeEventListener('abort', end);
			shorterTimer?.removeEventListener('abort', end);
			removeListener();
		},
	};
}
