import type { Clock } from '../../../nodes/ChannelMessaging/scheduling/clock';

/** A clock on which time passes as the test says, and sleeps end at once. */
export class ManualClock implements Clock {
	/** Milliseconds by which sleeps end late. */
	late = 0;

	sleeps = 0;

	private time = 0;

	now(): number {
		return this.time;
	}

	async sleep(milliseconds: number): Promise<void> {
		this.sleeps += 1;
		await Promise.resolve();
		this.pass(milliseconds + this.late);
	}

	pass(milliseconds: number): void {
		this.time += milliseconds;
	}
}
