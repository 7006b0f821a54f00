import type { ReceivedCall } from './receivedCall';

/** The calls in the order in which they arrived. */
export class CallLog {
	readonly calls: ReceivedCall[] = [];
	private refusedForRate = 0;

	/** How many calls were answered with 429. */
	get rateLimited(): number {
		return this.refusedForRate;
	}

	add(call: ReceivedCall): void {
		this.calls.push(call);
	}

	answered(call: ReceivedCall, status: number): void {
		call.status = status;
		if (status === 429) this.refusedForRate += 1;
	}
}
