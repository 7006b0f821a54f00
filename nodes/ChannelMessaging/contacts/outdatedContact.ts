import type { Clock } from '../scheduling/clock';
import type { ReadTime } from './datedContact';

/**
 * The maximum age of contact data when a message gets its permit. Contacts who opted out two
 * minutes ago must not receive the message. The remaining 20 s are for connecting.
 */
export const maxAgeMs = 100_000;

/** @param date the system time, which shows that the machine was asleep */
export function isOutdated(
	{ readAt, readDate }: ReadTime,
	clock: Clock,
	date = Date.now(),
): boolean {
	return clock.now() - readAt > maxAgeMs || date - readDate > maxAgeMs;
}
