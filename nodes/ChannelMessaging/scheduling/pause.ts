import type { CancellationToken } from './cancellationToken';
import type { Clock } from './clock';

/** How long a stopped execution may keep pausing. */
const maxSleepMs = 500;

/** Ends early when the token is stopped. */
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
