import type { CancellationToken } from './cancellationToken';
import type { Clock } from './clock';

/** How long a pause can continue after its execution is stopped. */
const maxSleepMs = 500;

/** Waits for the given time, or until the token is stopped. */
export async function pause(
	clock: Clock,
	cancellation: CancellationToken,
	milliseconds: number,
): Promise<void> {
	const until = clock.now() + milliseconds;
	for (let now = clock.now(); now < until && !cancellation.isStopped; now = clock.now()) {
		await clock.sleep(Math.min(maxSleepMs, until - now));
	}
}
