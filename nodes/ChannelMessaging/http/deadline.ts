import type { CancellationToken } from '../scheduling/cancellationToken';

export interface Deadline {
	/** Aborted when the call must end. */
	readonly signal: AbortSignal;
	/** Whether the time is up, and not only the execution cancelled. */
	isOver(): boolean;
	/** To be called when the call has ended: lets go of the timer and of the execution. */
	release(): void;
}

/**
 * The end of one call: when it has taken too long as a whole, whatever trickles in meanwhile, or when
 * its execution is cancelled. HTTP clients' own time-outs begin anew with every byte.
 *
 * @param timeout milliseconds
 */
export function startDeadline(timeout: number, cancelled: CancellationToken): Deadline {
	const ending = new AbortController();
	const timer = AbortSignal.timeout(Math.ceil(timeout));
	const end = () => {
		ending.abort();
	};
	timer.addEventListener('abort', end);
	if (cancelled.isCancelled) end();
	const forget = cancelled.onCancel(end);
	return {
		signal: ending.signal,
		isOver: () => timer.aborted && !cancelled.isCancelled,
		release: () => {
			timer.removeEventListener('abort', end);
			forget();
		},
	};
}
