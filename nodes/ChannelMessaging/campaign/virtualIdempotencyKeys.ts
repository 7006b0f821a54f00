import { Signal, type Process, type VirtualTime } from './virtualTime';

/** How long n8n's database usually takes to record keys. */
const recordMs = 6;

/** Simulates `KeysInMemory` in virtual time. */
export class VirtualIdempotencyKeys {
	private readonly held = new Map<string, Signal>();

	/** When the latest batch of keys is written. Keys can be added until then. */
	private batchAt = -Infinity;

	private storeReadyAt = 0;

	/** @param pauseFraction see `BatchedKeyWrites` */
	constructor(
		private readonly time: VirtualTime,
		private readonly pauseFraction: number,
	) {}

	/** Only one process at a time can hold the key. */
	*lock(key: string, part: Process): Process {
		for (let owner = this.held.get(key); owner !== undefined; owner = this.held.get(key)) {
			yield* owner.wait();
		}
		const released = new Signal();
		this.held.set(key, released);
		yield* part;
		this.held.delete(key);
		released.happen();
	}

	*record(): Process {
		const now = this.time.now();
		if (this.batchAt < now) {
			this.batchAt = Math.max(now, this.storeReadyAt);
			this.storeReadyAt = this.batchAt + recordMs * (1 + this.pauseFraction);
		}
		yield* this.time.pause(this.batchAt + recordMs - now);
	}
}
