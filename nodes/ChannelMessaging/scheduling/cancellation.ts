/**
 * A cancellation token for the requests of an execution, a poll, or a list in the editor. `stop`
 * prevents new requests, and `abort` also aborts requests in flight.
 *
 * Not an `AbortSignal`, because Node.js warns of a memory leak if a signal has more than ten
 * listeners.
 */
export class CancellationToken {
	private readonly stopping = new Event();

	private readonly aborting = new Event();

	get isStopped(): boolean {
		return this.stopping.hasFired;
	}

	/** Whether requests in flight must be aborted. An aborted token is also stopped. */
	get isAborted(): boolean {
		return this.aborting.hasFired;
	}

	stop(): void {
		this.stopping.fire();
	}

	abort(): void {
		this.stop();
		this.aborting.fire();
	}

	/** Cancelling the parent also cancels the child, but not vice versa. */
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
	 * Calls the listener immediately if the token is already stopped. Returns a function that removes
	 * the listener.
	 */
	onStop(listener: () => void): () => void {
		return this.stopping.listen(listener);
	}

	/**
	 * Calls the listener immediately if the token is already aborted. Returns a function that removes
	 * the listener.
	 */
	onAbort(listener: () => void): () => void {
		return this.aborting.listen(listener);
	}
}

class Event {
	hasFired = false;

	private readonly listeners = new Set<() => void>();

	fire(): void {
		if (this.hasFired) return;
		this.hasFired = true;
		for (const listener of this.listeners) listener();
		this.listeners.clear();
	}

	listen(listener: () => void): () => void {
		if (this.hasFired) listener();
		else this.listeners.add(listener);
		return () => {
			this.listeners.delete(listener);
		};
	}
}
