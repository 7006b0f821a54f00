import type { Clock } from '../../../nodes/ChannelMessaging/scheduling/clock';
import type { SimulatedService } from './simulatedService';

/** Somebody else who uses the same token, at random times and without regard for anybody. */
export class Others {
	refused = 0;

	private isOver = false;

	constructor(
		private readonly service: SimulatedService,
		private readonly clock: Clock,
		private readonly random: () => number,
		private readonly callsPerSecond: number,
	) {
		if (callsPerSecond > 0) void this.call();
	}

	stop(): void {
		this.isOver = true;
	}

	private async call(): Promise<void> {
		while (!this.isOver) {
			await this.clock.sleep((2 * this.random() * 1_000) / this.callsPerSecond);
			void this.callOnce();
		}
	}

	private async callOnce(): Promise<void> {
		const { status } = await this.service.call();
		if (status === 429) this.refused += 1;
	}
}
