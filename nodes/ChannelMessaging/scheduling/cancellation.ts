/**
 * Notifies listeners once that no more requests may start. Not an `AbortSignal`, because Node.js
 * warns of a memory leak if a signal has more than ten listeners.
 */
export class CancellationToken {
	private readonly listeners = new Set<() => void>();

	private cancelled = false;

	get isCancelled(): boolean {
		return this.cancelled;
	}

	cancel(): void {
		if (this.cancelled) return;
		this.cancelled = true;
		for (const listener of this.listeners) listener();
		this.listeners.clear();
	}

	/**
	 * Returns a token that is cancelled together with this token, and can be cancelled separately.
	 */
	child(): CancellationToken {
		const child = new CancellationToken();
		const cancel = () => {
			child.cancel();
		};
		if (this.cancelled) cancel();
		this.onCancel(cancel);
		return child;
	}

	/**
	 * Calls the listener when the token is cancelled, but not if it was cancelled before. Returns a
	 * function that removes the listener.
	 */
	onCancel(listener: () => void): () => void {
		this.listeners.add(listener);
		return () => {
			this.listeners.delete(listener);
		};
	}
}
