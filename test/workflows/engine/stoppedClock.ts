import { systemClock } from '../../../nodes/ChannelMessaging/scheduling/clock';

/** Never decreases within a file, because the limits of later tests use the same clock. */
let latestMs = 0;

/**
 * Stops the package's clock until the mock is restored, so that rates don't depend on the machine.
 * Requests must not wait for a time.
 */
export function stopClock(): { advance: (milliseconds: number) => void } {
	latestMs = Math.max(latestMs, performance.now());
	jest.spyOn(systemClock, 'now').mockImplementation(() => latestMs);
	return {
		advance: (milliseconds) => {
			latestMs += milliseconds;
		},
	};
}
