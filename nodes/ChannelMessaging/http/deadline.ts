import type { CancellationToken } from '../scheduling/cancellationToken';

/**
 * The end of one call: when it has taken too long as a whole, whatever trickles in meanwhile, or when
 * its execution is cancelled. HTTP clients' own time-outs begin anew with every byte.
 *
 * @param timeout milliseconds
 */
export function startDeadline(timeout: number, cancelled: CancellationToken) {
	const ending = new AbortController();
	const timer = AbortSignal.timeout(Math.ceil(timeout));
	const end = () => {
		ending.abort();
	};
	timer.addEventListener('abort', end);
	if (cancelled.isCancelled) end();
	const forget = cancelled.onCancel(end);
	return {
		/** Aborted when the call must end. */
		signal: ending.signal,
		/** Whether the time is up, and not only the execution cancelled. */
		isOver: () => timer.aborted && !cancelled.isCancelled,
		/** To be called when the call has ended: lets go of the timer and of the execution. */
		release: () => {
			timer.removeEventListener('abort', end);
			forget();
		},
	};
}
