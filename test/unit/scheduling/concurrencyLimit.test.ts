import fc from 'fast-check';

import { limits } from '../../../nodes/ChannelMessaging/client/model';
import { ConcurrencyLimit } from '../../../nodes/ChannelMessaging/rateLimit/queueRegistry';
import { ManualClock } from './manualClock';

const second = 1_000;

function setUp() {
	const clock = new ManualClock();
	const concurrencyLimit = new ConcurrencyLimit(clock);
	return { clock, concurrencyLimit, watched: concurrencyLimit.watched() };
}

it('has room for a window of contact calls, and for messages with answers of four seconds', () => {
	const { bound } = setUp().concurrencyLimit;

	expect(bound).toBeGreaterThanOrEqual(limits.contactCallsPerMinute);
	expect(bound / limits.messagesPerSecond).toBeGreaterThanOrEqual(4);
});

it('is halved when the event loop is late, and has risen again some seconds later', async () => {
	const { clock, concurrencyLimit, watched } = setUp();
	clock.late = 26;
	await watched.sleep(second);
	expect(concurrencyLimit.bound).toBe(50);
	expect(watched.now()).toBe(clock.now());

	clock.pass(second);
	expect(concurrencyLimit.bound).toBe(75);
	clock.pass(2 * second);
	expect(concurrencyLimit.bound).toBe(100);
});

it('takes wake-ups that are late together for one', async () => {
	const { clock, concurrencyLimit, watched } = setUp();
	clock.late = 50;
	const sleepers = Array.from({ length: 10 }, async () => {
		await watched.sleep(0);
	});
	await Promise.all(sleepers);

	expect(concurrencyLimit.bound).toBeGreaterThanOrEqual(50);
});

it('is a whole number within its limits, and falls just when a wake-up was late', async () => {
	const step = fc.record({
		late: fc.constantFrom(0, 25, 26, 300),
		pause: fc.constantFrom(0, 410, 3_000),
	});
	await fc.assert(
		fc.asyncProperty(fc.array(step), async (steps) => {
			const { clock, concurrencyLimit, watched } = setUp();
			for (const { late, pause } of steps) {
				const before = concurrencyLimit.bound;
				clock.late = late;
				await watched.sleep(100);
				const after = concurrencyLimit.bound;
				if (late > 25) expect(after).toBeLessThan(Math.max(before, 31));
				else expect(after).toBeGreaterThanOrEqual(before);
				expect(Number.isInteger(after)).toBe(true);
				// Enough for 25 messages a second with answers of a second.
				expect(after).toBeGreaterThanOrEqual(30);
				clock.pass(pause);
				expect(concurrencyLimit.bound).toBeLessThanOrEqual(100);
			}
		}),
	);
});
