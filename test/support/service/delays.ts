/** Postpones work, and forgets what is still pending when the service closes. */
export class Delays {
	private readonly pending = new Set<NodeJS.Timeout>();

	/** Does the work at once where there is nothing to wait for. */
	after(milliseconds: number, work: () => void): void {
		if (milliseconds <= 0) {
			work();
			return;
		}
		const timer = setTimeout(() => {
			this.pending.delete(timer);
			work();
		}, milliseconds);
		this.pending.add(timer);
	}

	cancelAll(): void {
		for (const timer of this.pending) clearTimeout(timer);
		this.pending.clear();
	}
}
