import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { pause } from '../../../nodes/ChannelMessaging/scheduling/pause';
import { VirtualClock } from '../../support/virtualClock';

describe('pause', () => {
	it.each([0, 1, 500, 501, 120_000])('waits for exactly %d ms', async (milliseconds) => {
		const clock = new VirtualClock();
		await clock.run(pause(clock, new CancellationToken(), milliseconds));

		expect(clock.now()).toBe(milliseconds);
	});

	it('ends within half a second of being stopped', async () => {
		const clock = new VirtualClock();
		const cancellation = new CancellationToken();
		void clock.sleep(1_001).then(() => {
			cancellation.stop();
		});
		await clock.run(pause(clock, cancellation, 120_000));

		expect(clock.now()).toBeLessThanOrEqual(1_501);
	});
});
