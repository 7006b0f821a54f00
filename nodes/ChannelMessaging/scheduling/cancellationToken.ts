/**
 * A cancellation token for the requests of an execution, a poll, or a list in the editor. `stop`
 * prevents new requests. `abort` also aborts requests in flight.
 *
 * This class replaces `AbortSignal`, because Node.js warns of a memory leak if a signal has more
 * than ten listeners.
 */
export class CancellationToken {
	private hasStopped = false;

	private hasAborted = false;

	private readonly stopListeners = new Set<() => void>();

	private readonly abortListeners = new Set<() => void>();

	get isStopped(): boolean {
		return this.hasStopped;
	}

	/** Whether requests in flight must be aborted. An aborted token is always stopped, too. */
	get isAborted(): boolean {
		return this.hasAborted;
	}

	stop(): void {
		if (this.hasStopped) return;
		this.hasStopped = true;
		callAll(this.stopListeners);
	}

	abort(): void {
		this.stop();
		if (this.hasAborted) return;
		this.hasAborted = true;
		callAll(this.abortListeners);
	}

	/** Returns a child token. Cancelling the parent also cancels the child, but not vice versa. */
	child(): CancellationToken {
		const child = new CancellationToken();
		this.onStop(() => {
			child.stop();
		});
		this.onAbort(() => {
			child.abort();
		});
		return child;
	}

	/**
	 * Calls the listener immediately if the token is already stopped. The returned function removes
	 * the listener.
	 */
	onStop(listener: () => void): () => void {
		if (this.hasStopped) listener();
		else this.stopListeners.add(listener);
		return () => void this.stopListeners.delete(listener);
	}

	/**
	 * Calls the listener immediately if the token is already aborted. The returned function removes
	 * the listener.
	 */
	onAbort(listener: () => void): () => void {
		if (this.hasAborted) listener();
		else this.abortListeners.add(listener);
		return () => void this.abortListeners.delete(listener);
	}
}

function callAll(listeners: Set<() => void>): void {
	for (const listener of listeners) listener();
	listeners.clear();
}
