/**
 * Cancels the requests of an execution, a poll, or a list in the editor: `stop` prevents new ones,
 * `abort` also ends those in flight.
 *
 * Not an `AbortSignal`, as Node.js warns about a memory leak above ten listeners.
 */
export class CancellationToken {
	private hasStopped = false;

	private hasAborted = false;

	private readonly stopListeners = new Set<() => void>();

	private readonly abortListeners = new Set<() => void>();

	get isStopped(): boolean {
		return this.hasStopped;
	}

	/** An aborted token is also stopped. */
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

	/** Cancelled with its parent, but not the other way around. */
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

	/** Immediate if already stopped. Returns a function that removes the listener. */
	onStop(listener: () => void): () => void {
		if (this.hasStopped) listener();
		else this.stopListeners.add(listener);
		return () => void this.stopListeners.delete(listener);
	}

	/** Immediate if already aborted. Returns a function that removes the listener. */
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
