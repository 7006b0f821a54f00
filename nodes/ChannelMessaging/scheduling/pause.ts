import type { CancellationToken } from './cancellationToken';
import type { Clock } from './clock';

/** Maximum time until a pause ends after its execution was stopped. */
const maxSleepMs = 500;

/** Resolves early when the cancellation token is stopped. */
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
