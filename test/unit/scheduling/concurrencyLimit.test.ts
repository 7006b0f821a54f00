import fc from 'fast-check';

import { limits } from '../../../nodes/ChannelMessaging/api/limits';
import type { Clock } from '../../../nodes/ChannelMessaging/scheduling/clock';
import { ConcurrencyLimit } from '../../../nodes/ChannelMessaging/scheduling/concurrencyLimit';

const second = 1_000;

/** A clock that wakes up as late as the test says. */
class LateClock implements Clock {
	late = 0;

	private time = 0;

	now(): number {
		return this.time;
	}

	date(): number {
		return this.time;
	}

	async sleep(milliseconds: number): Promise<void> {
		await Promise.resolve();
		this.pass(milliseconds + this.late);
	}

	pass(milliseconds: number): void {
		this.time += milliseconds;
	}
}

function setUp() {
	const clock = new LateClock();
	const concurrencyLimit = new ConcurrencyLimit(clock);
	const watched = concurrencyLimit.watched();
	return {
		clock,
		concurrencyLimit,
		wakeUp: async (late: number) => {
			clock.late = late;
			await watched.sleep(1);
		},
	};
}

it("lets a whole window's worth of contact calls leave at once", () => {
	expect(setUp().concurrencyLimit.bound).toBeGreaterThanOrEqual(limits.contactCallsPerMinute);
});

it('keeps the full rate of messages with answers of four seconds', () => {
	expect(setUp().concurrencyLimit.bound / limits.messagesPerSecond).toBeGreaterThanOrEqual(4);
});

it('stays as it is while the event loop is hardly late', async () => {
	const { concurrencyLimit, wakeUp } = setUp();
	const before = concurrencyLimit.bound;
	for (let count = 0; count < 50; count += 1) await wakeUp(25);

	expect(concurrencyLimit.bound).toBe(before);
});

it('takes a long sleep that ends in time for no delay', async () => {
	const { clock, concurrencyLimit } = setUp();
	const before = concurrencyLimit.bound;
	await concurrencyLimit.watched().sleep(second);

	expect(concurrencyLimit.bound).toBe(before);
	expect(concurrencyLimit.watched().now()).toBe(clock.now());
});

it('is halved when the event loop is late, and has risen again some seconds later', async () => {
	const { clock, concurrencyLimit, wakeUp } = setUp();
	const before = concurrencyLimit.bound;
	await wakeUp(50);
	expect(concurrencyLimit.bound).toBe(before / 2);

	clock.pass(second);
	expect(concurrencyLimit.bound).toBe(before / 2 + 25);
	clock.pass(2 * second);
	expect(concurrencyLimit.bound).toBe(before);
});

it('takes wake-ups that are late together for one', async () => {
	const { clock, concurrencyLimit } = setUp();
	const watched = concurrencyLimit.watched();
	const before = concurrencyLimit.bound;
	clock.late = 50;
	const sleepers = Array.from({ length: 10 }, async () => {
		await watched.sleep(0);
	});
	await Promise.all(sleepers);

	expect(concurrencyLimit.bound).toBeGreaterThanOrEqual(before / 2);
});

it('is lowered again where what fell asleep right after that wakes up late as well', async () => {
	const { concurrencyLimit, wakeUp } = setUp();
	await wakeUp(50);
	const lowered = concurrencyLimit.bound;
	await wakeUp(50);

	expect(concurrencyLimit.bound).toBeLessThan(lowered);
});

it('always leaves enough for 25 messages a second with answers of a second', async () => {
	const { concurrencyLimit, wakeUp } = setUp();
	for (let count = 0; count < 100; count += 1) await wakeUp(200);

	expect(concurrencyLimit.bound).toBeGreaterThan(limits.messagesPerSecond);
});

it('is always a whole number within its limits, and falls only when a wake-up was late', async () => {
	const step = fc.record({ late: fc.nat(300), pause: fc.nat(3_000) });
	await fc.assert(
		fc.asyncProperty(fc.array(step), async (steps) => {
			const { clock, concurrencyLimit, wakeUp } = setUp();
			for (const { late, pause } of steps) {
				const before = concurrencyLimit.bound;
				await wakeUp(late);
				if (late <= 20) expect(concurrencyLimit.bound).toBeGreaterThanOrEqual(before);
				clock.pass(pause);
				expect(Number.isInteger(concurrencyLimit.bound)).toBe(true);
				expect(concurrencyLimit.bound).toBeGreaterThanOrEqual(30);
				expect(concurrencyLimit.bound).toBeLessThanOrEqual(100);
			}
		}),
	);
});
