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

	/**
	 * @param timeout milliseconds
	 * @param cancelled n8n's signal that the execution was cancelled, where there is one
	 */
	constructor(
		timeout: number,
		private readonly cancelled: AbortSignal | undefined,
	) {
		this.timer = AbortSignal.timeout(Math.ceil(timeout));
		this.timer.addEventListener('abort', this.end);
		if (cancelled?.aborted === true) this.end();
		cancelled?.addEventListener('abort', this.end);
	}

	/** Aborted when the call must end. */
	get signal(): AbortSignal {
		return this.ending.signal;
	}

	/** Whether the time is up, and not only the execution cancelled. */
	get isOver(): boolean {
		return this.timer.aborted && this.cancelled?.aborted !== true;
	}

	/** To be called when the call has ended: lets go of the timer and of n8n's signal. */
	release(): void {
		this.timer.removeEventListener('abort', this.end);
		this.cancelled?.removeEventListener('abort', this.end);
	}
}
