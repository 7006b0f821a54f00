/**
 * Says once, to everything that waits, that no further call may start. Plainer than an `AbortSignal`,
 * which warns of a leak when more than ten calls wait at it.
 */
export class Halt {
	private readonly listeners = new Set<() => void>();

	private halted = false;

	get isHalted(): boolean {
		return this.halted;
	}

	now(): void {
		if (this.halted) return;
		this.halted = true;
		for (const listener of this.listeners) listener();
		this.listeners.clear();
	}

	/** Calls back once when halted. Gives a function that takes the listener away again. */
	onHalt(listener: () => void): () => void {
		this.listeners.add(listener);
		return () => {
			this.listeners.delete(listener);
		};
	}
}
