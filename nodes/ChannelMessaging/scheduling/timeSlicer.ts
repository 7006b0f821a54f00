import type { Clock } from './clock';

/** How long one slice may keep the event loop, in milliseconds. */
const longestSlice = 10;

/**
 * Shares the event loop among all executions of the process that have much to do in one go, and
 * everybody else. Only one of them has it at a time, and between any two slices it goes round.
 *
 * A pause of each on its own is not enough: when a timer ends while another execution is busy, it
 * runs right after it, and with two of them Node.js never comes to anything but their timers.
 */
export class TimeSlicer {
	private last: Promise<void> = Promise.resolve();

	constructor(private readonly clock: Clock) {}

	/**
	 * Does a step for each number from 0 to below `count`, in as many slices as it takes. Rejects with
	 * what a step throws, which ends it.
	 */
	async forEach(count: number, step: (index: number) => void): Promise<void> {
		let index = 0;
		while (index < count) {
			await this.take(() => {
				const start = this.clock.now();
				do {
					step(index);
					index += 1;
				} while (index < count && this.clock.now() - start < longestSlice);
			});
		}
	}

	private async take(work: () => void): Promise<void> {
		const slice = this.last.then(async () => {
			await this.clock.sleep(0);
			work();
		});
		this.last = slice.catch(() => undefined);
		await slice;
	}
}
