import { isOutdated } from '../../../nodes/ChannelMessaging/contacts/outdatedContact';
import { VirtualClock } from '../../support/virtualClock';

const start = Date.parse('2026-11-27T20:00:00Z');

it.each([
	['after 100 s', 100_000, 100_000, false],
	['after more than 100 s', 100_001, 100_001, true],
	[
		'after a night in which the machine and its monotonic clock stood still',
		5_000,
		8 * 3_600_000,
		true,
	],
	['after the system time was set back', 100_001, -3_600_000, true],
	['immediately after the system time was set back', 5_000, -3_600_000, false],
])('isOutdated decides whether data is read again %s', (_title, elapsedMs, dateMs, expected) => {
	const clock = new VirtualClock();
	clock.block(elapsedMs);

	expect(isOutdated({ readAt: 0, readDate: start }, clock, start + dateMs)).toBe(expected);
});
