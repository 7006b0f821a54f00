import fc from 'fast-check';

import { limits } from '../../../../nodes/ChannelMessaging/channel/limits';
import type { Clock } from '../../../../nodes/ChannelMessaging/delivery/clock';
import { InFlight } from '../../../../nodes/ChannelMessaging/delivery/inFlight';

const second = 1_000;

/** A clock that wakes up as late as the test says. */
class LateClock implements Clock {
	late = 0;

	private time = 1_700_000_000_000;

	now(): number {
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
	const inFlight = new InFlight(clock);
	const watched = inFlight.watched();
	return {
		clock,
		inFlight,
		wakeUp: async (late: number) => {
			clock.late = late;
			await watched.sleep(1);
		},
	};
}

it("lets a whole window's worth of contact calls leave at once", () => {
	expect(setUp().inFlight.bound).toBeGreaterThanOrEqual(limits.contactCallsPerMinute);
});

it('keeps the full rate of messages with answers of four seconds', () => {
	expect(setUp().inFlight.bound / limits.messagesPerSecond).toBeGreaterThanOrEqual(4);
});

it('stays as it is while the event loop is hardly late', async () => {
	const { inFlight, wakeUp } = setUp();
	const before = inFlight.bound;
	for (let count = 0; count < 50; count += 1) await wakeUp(25);

	expect(inFlight.bound).toBe(before);
});

it('takes a long sleep that ends in time for no delay', async () => {
	const { clock, inFlight } = setUp();
	const before = inFlight.bound;
	await inFlight.watched().sleep(second);

	expect(inFlight.bound).toBe(before);
	expect(inFlight.watched().now()).toBe(clock.now());
});

it('is halved when the event loop is late, and has risen again some seconds later', async () => {
	const { clock, inFlight, wakeUp } = setUp();
	const before = inFlight.bound;
	await wakeUp(50);
	expect(inFlight.bound).toBe(before / 2);

	clock.pass(second);
	expect(inFlight.bound).toBe(before / 2 + 25);
	clock.pass(2 * second);
	expect(inFlight.bound).toBe(before);
});

it('takes wake-ups that are late together for one', async () => {
	const { clock, inFlight } = setUp();
	const watched = inFlight.watched();
	const before = inFlight.bound;
	clock.late = 50;
	const sleepers = Array.from({ length: 10 }, async () => {
		await watched.sleep(0);
	});
	await Promise.all(sleepers);

	expect(inFlight.bound).toBeGreaterThanOrEqual(before / 2);
});

it('is lowered again where what fell asleep right after that wakes up late as well', async () => {
	const { inFlight, wakeUp } = setUp();
	await wakeUp(50);
	const lowered = inFlight.bound;
	await wakeUp(50);

	expect(inFlight.bound).toBeLessThan(lowered);
});

it('always leaves enough for 25 messages a second with answers of a second', async () => {
	const { inFlight, wakeUp } = setUp();
	for (let count = 0; count < 100; count += 1) await wakeUp(200);

	expect(inFlight.bound).toBeGreaterThan(limits.messagesPerSecond);
});

it('is always a whole number within its limits, and falls only when a wake-up was late', async () => {
	const step = fc.record({ late: fc.nat(300), pause: fc.nat(3_000) });
	await fc.assert(
		fc.asyncProperty(fc.array(step), async (steps) => {
			const { clock, inFlight, wakeUp } = setUp();
			for (const { late, pause } of steps) {
				const before = inFlight.bound;
				await wakeUp(late);
				if (late <= 20) expect(inFlight.bound).toBeGreaterThanOrEqual(before);
				clock.pass(pause);
				expect(Number.isInteger(inFlight.bound)).toBe(true);
				expect(inFlight.bound).toBeGreaterThanOrEqual(30);
				expect(inFlight.bound).toBeLessThanOrEqual(100);
			}
		}),
	);
});
