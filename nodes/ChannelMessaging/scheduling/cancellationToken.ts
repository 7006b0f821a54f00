/**
 * Cancels the requests of an execution, a poll, or a list in the editor. `stop` prevents new
 * requests, and `abort` also ends the requests in flight.
 *
 * This isn't an `AbortSignal`, because Node.js warns about a memory leak above ten listeners.
 */
export class CancellationToken {
	private hasStopped = false;

	private hasAborted = false;

	private readonly stopListeners = new Set<() => void>();

	private readonly abortListeners = new Set<() => void>();

	get isStopped(): boolean {
		return this.hasStopped;
	}

	/** Whether requests in flight were aborted. An aborted token is also stopped. */
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

	/**
	 * Creates a token that is cancelled with its parent. Cancelling the child doesn't affect the
	 * parent.
	 */
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
	 * Adds a listener, or calls it immediately if the token is already stopped. Returns a function
	 * that removes the listener.
	 */
	onStop(listener: () => void): () => void {
		if (this.hasStopped) listener();
		else this.stopListeners.add(listener);
		return () => void this.stopListeners.delete(listener);
	}

	/**
	 * Adds a listener, or calls it immediately if the token is already aborted. Returns a function
	 * that removes the listener.
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
