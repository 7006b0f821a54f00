import type { CancellationToken } from '../scheduling/cancellationToken';

/**
 * The end of one call: when it has taken too long as a whole, whatever trickles in meanwhile, or when
 * its execution is cancelled. HTTP clients' own time-outs begin anew with every byte.
 */
export class Deadline {
	private readonly ending = new AbortController();

	private readonly timer: AbortSignal;

	private readonly end = () => {
		this.ending.abort();
	};

	private readonly forget: () => void;

	/**
	 * @param timeout milliseconds
	 * @param cancelled cancelled when the execution is cancelled
	 */
	constructor(
		timeout: number,
		private readonly cancelled: CancellationToken,
	) {
		this.timer = AbortSignal.timeout(Math.ceil(timeout));
		this.timer.addEventListener('abort', this.end);
		if (cancelled.isCancelled) this.end();
		this.forget = cancelled.onCancel(this.end);
	}

	/** Aborted when the call must end. */
	get signal(): AbortSignal {
		return this.ending.signal;
	}

	/** Whether the time is up, and not only the execution cancelled. */
	get isOver(): boolean {
		return this.timer.aborted && !this.cancelled.isCancelled;
	}

	/** To be called when the call has ended: lets go of the timer and of the execution. */
	release(): void {
		this.timer.removeEventListener('abort', this.end);
		this.forget();
	}
}
