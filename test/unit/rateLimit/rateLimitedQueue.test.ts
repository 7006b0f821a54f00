import {
	type Permit,
	type QueueFlow,
	RateLimitedQueue,
	Stopwatch,
} from '../../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { RateLimiter } from '../../../nodes/ChannelMessaging/rateLimit/rateLimiter';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellation';
import { VirtualClock } from '../../support/virtualClock';

const second = 1_000;
const minute = 60 * second;
/** A window of a second with its safety margin, in milliseconds. */
const window = second + 15;

const count = <Result>(calls: number, call: () => Promise<Result>) =>
	Promise.all(Array.from({ length: calls }, call));

/** A queue of calls per second on a clock of its own. Chance adds nothing to any wait. */
function setUp(limit: number) {
	const clock = new VirtualClock();
	const queue = new RateLimitedQueue({ limit, windowMs: second }, clock, () => 0);
	const waiting = new Stopwatch();
	const flow = queue.openFlow({ time: waiting });
	return {
		clock,
		queue,
		waiting,
		flow,
		permit: async (isRetry = false, of: QueueFlow = flow): Promise<Permit> => {
			const permit = await of.permit(new CancellationToken(), isRetry);
			if (permit instanceof Error) throw permit;
			if (typeof permit === 'string') throw new Error(`No permit: ${permit}`);
			return permit;
		},
	};
}

it('a single message does not wait behind 20 campaigns, each of which keeps its order', async () => {
	const { clock, queue, permit } = setUp(25);
	const orders = Array.from({ length: 20 }, (): number[] => []);
	const campaign = async (order: number[]) => {
		const flow = queue.openFlow();
		let next = 0;
		await count(100, async () => {
			while (clock.now() < 6 * second) {
				const item = next;
				next += 1;
				const call = await permit(false, flow);
				order.push(item);
				await clock.sleep(200);
				call.accepted();
			}
		});
	};
	const single = async () => {
		await clock.sleep(3_300);
		await permit(false, queue.openFlow());
		return clock.now() - 3_300;
	};

	const [waited] = await clock.run(Promise.all([single(), ...orders.map(campaign)]));

	expect(waited).toBeLessThanOrEqual(0.6 * second);
	for (const order of orders) expect(order).toEqual([...order].sort((one, other) => one - other));
});

describe('a refusal', () => {
	it.each([
		[1.999 * second, 0],
		[2 * second, 2 * second],
	])('that asks for %d ms keeps all other calls waiting for %d ms', async (asked, waited) => {
		const { clock, permit } = setUp(100);
		await clock.run(
			(async () => {
				expect((await permit()).rejected(asked, 0)).toBe(asked);
				await permit();
			})(),
		);

		expect(clock.now()).toBe(waited);
	});

	it.each([
		[10 * minute, 5 * minute, 10 * minute],
		[10 * minute, 5 * minute + 1, undefined],
		[undefined, 119 * second, second],
		[undefined, 119 * second + 1, undefined],
	])('that asks for %j ms, %d ms after the first, lets the call wait for %j', async (...row) => {
		const [asked, waited, wait] = row;
		const { clock, permit } = setUp(100);
		const call = await clock.run(permit());
		expect(call.rejected(asked, waited)).toBe(wait);
	});

	it.each([
		['nothing was taken', 2 * second],
		['a call was taken', 0],
	])(
		'after another, since which %s, keeps all other calls waiting for %d ms',
		async (what, waited) => {
			const { clock, permit } = setUp(100);
			await clock.run(
				(async () => {
					(await permit()).rejected(undefined, 0);
					const between = await permit();
					if (what === 'a call was taken') between.accepted();
					(await permit()).rejected(undefined, 0);
					await permit();
				})(),
			);

			expect(clock.now()).toBe(waited);
		},
	);

	it('keeps all calls waiting, longer and longer, where nothing is taken', async () => {
		const { clock, permit } = setUp(100);
		const waits: number[] = [];
		await clock.run(
			(async () => {
				await clock.sleep((await permit()).rejected(undefined, 0) ?? 0);
				for (let round = 2; round <= 5; round += 1) {
					const calls = [await permit(true), await permit(true)];
					await clock.sleep(10);
					const since = clock.now();
					// Calls that were refused together count once.
					for (const call of calls) call.rejected(undefined, 0);
					await permit();
					waits.push(clock.now() - since);
				}
			})(),
		);

		expect(waits.map((wait) => Math.floor(wait / second))).toEqual([2, 4, 8, 16]);
	});

	it('turns everybody away where nothing was taken for a quarter of an hour', async () => {
		const { clock, flow, permit } = setUp(1);
		await clock.run(
			(async () => {
				(await permit()).rejected(15 * minute, 0);
				const call = await permit(true);
				const waiting = flow.permit(new CancellationToken(), false);
				await clock.sleep(1);
				expect(call.rejected(15 * minute, 0)).toBeUndefined();
				expect(await waiting).toBe('rejected');
				expect(await flow.permit(new CancellationToken(), false)).toBe('rejected');
				await clock.sleep(15 * minute);
				await permit();
			})(),
		);
	});
});

it('tells how long the next call will wait, also while everybody is turned away', async () => {
	const { clock, queue, permit } = setUp(1);
	await clock.run(
		(async () => {
			expect(queue.msUntilNext()).toBe(0);
			(await permit()).accepted();
			expect(queue.msUntilNext()).toBe(window);
			await clock.sleep(2 * second);
			(await permit()).rejected(15 * minute, 0);
			(await permit(true)).rejected(15 * minute, 0);
			expect(queue.msUntilNext()).toBe(15 * minute);
		})(),
	);
});

it('adds up how long the calls of a run wait, also those that wait by themselves', async () => {
	const { clock, flow, waiting, permit } = setUp(1);
	await clock.run(
		(async () => {
			await count(3, async () => await permit());
			expect(waiting.milliseconds).toBe(2 * window);
			const from = clock.now();
			await clock.sleep(second);
			flow.time.add(from, clock.now());
			expect(waiting.milliseconds).toBe(2 * window + second);
		})(),
	);
});

it('counts a call from when it was written, after its permit', async () => {
	const { clock, queue, permit } = setUp(1);
	await clock.run(
		(async () => {
			const call = await permit();
			await clock.sleep(400);
			call.onWritten();
			await clock.sleep(100);
			expect(queue.msUntilNext()).toBe(window - 100);
		})(),
	);
});

it('turns only those away that wait already where the service asks for hours', async () => {
	const { clock, flow, permit } = setUp(25);
	await clock.run(
		(async () => {
			(await permit()).rejected(24 * 60 * minute, 0);
			const call = await permit();
			const waiting = count(30, async () => await flow.permit(new CancellationToken(), false));
			call.rejected(24 * 60 * minute, 0);
			expect(new Set(await waiting)).toContain('rejected');
			const since = clock.now();
			// A newcomer asks the service after a growing wait: here the second one, of two seconds.
			await permit();
			expect(clock.now() - since).toBe(2 * second);
		})(),
	);
});

it('a call that is not made after all lets another one leave at once in its place', async () => {
	const { clock, permit } = setUp(1);
	await clock.run(
		(async () => {
			const unmade = await permit();
			const other = permit();
			await clock.sleep(100);
			unmade.release();
			await other;
		})(),
	);

	expect(clock.now()).toBe(100);
});

it('calls that are not made after all take no time, however many there are', async () => {
	const { clock, permit } = setUp(25);
	await clock.run(
		count(1_000, async () => {
			(await permit()).release();
		}),
	);

	expect(clock.now()).toBe(0);
});

it("a stopped execution leaves the queue at once, and takes nobody's turn", async () => {
	const { clock, flow, permit } = setUp(1);
	const stop = new CancellationToken();
	await clock.run(
		(async () => {
			await permit();
			const unwanted = flow.permit(stop, false);
			const wanted = permit();
			stop.stop();
			expect(await unwanted).toBe('cancelled');
			expect(await flow.permit(stop, false)).toBe('cancelled');
			expect(clock.now()).toBe(0);
			await wanted;
		})(),
	);

	expect(clock.now()).toBe(window);
});

describe('the time that an execution waited', () => {
	it('is the time in which some call of it waited: 40 s for 1,000 messages at 25 a second', async () => {
		const { clock, permit, waiting } = setUp(25);
		await clock.run(count(1_000, async () => await permit()));

		expect(Math.round(waiting.milliseconds / second)).toBe(40);
		expect(waiting.milliseconds).toBe(clock.now());
	});

	it('is nothing for one that comes while others have waited and gone', async () => {
		const { clock, permit, queue } = setUp(25);
		await clock.run(count(100, async () => await permit()));
		const waiting = new Stopwatch();
		await clock.run(clock.sleep(2 * second));
		await clock.run(permit(false, queue.openFlow({ time: waiting })));

		expect(waiting.milliseconds).toBe(0);
	});
});
it('turns away waiting requests after an exception, and accepts the next ones', async () => {
	const { clock, flow } = setUp(1);
	const request = async () => await flow.permit(new CancellationToken(), false);
	const fault = new Error('Out of order');
	jest.spyOn(RateLimiter.prototype, 'acquire').mockImplementationOnce(() => {
		throw fault;
	});

	expect(await clock.run(Promise.all([request(), request()]))).toEqual([fault, fault]);
	expect(await clock.run(request())).toHaveProperty('accepted');
});
