/**
 * Says once, to everything that waits, that no further call may start. Plainer than an `AbortSignal`,
 * which warns of a leak when more than ten calls wait at it.
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

	/** Returns a token that is cancelled with this one, or on its own. */
	child(): CancellationToken {
		const child = new CancellationToken();
		const cancel = () => {
			child.cancel();
		};
		if (this.cancelled) cancel();
		this.onCancel(cancel);
		return child;
	}

	/** Calls back once when cancelled. Gives a function that takes the listener away again. */
	onCancel(listener: () => void): () => void {
		this.listeners.add(listener);
		return () => {
			this.listeners.delete(listener);
		};
	}
}
