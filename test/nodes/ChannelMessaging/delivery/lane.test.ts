import { Halt } from '../../../../nodes/ChannelMessaging/delivery/halt';
import { Lane } from '../../../../nodes/ChannelMessaging/delivery/lane';
import { VirtualClock } from '../../../simulation/virtualClock';

const withoutChance = () => 0;

/** A lane on a clock of its own, and the seconds at which calls got their permits. */
function setUp(limit = 2, random = withoutChance) {
	const clock = new VirtualClock();
	const lane = new Lane({ limit, windowMilliseconds: 1_000 }, clock, random);
	const start = clock.now();
	const halt = new Halt();
	return {
		clock,
		lane,
		halt,
		elapsed: () => clock.now() - start,
		permit: async (again = false) => {
			const permit = await lane.permit(halt, again);
			if (permit === undefined) throw new Error('The call left the lane');
			return permit;
		},
	};
}

it('lets calls go in the order in which they came, whoever they belong to', async () => {
	const { clock, lane } = setUp();
	const order: number[] = [];
	const calls = [1, 2, 3, 4, 5].map(async (number) => {
		await lane.permit(new Halt(), false);
		order.push(number);
	});

	await clock.run(Promise.all(calls));

	expect(order).toEqual([1, 2, 3, 4, 5]);
});

it('holds every call back while the service asks to wait, in seconds or until a date', async () => {
	const { clock, elapsed, permit } = setUp();
	await clock.run(
		(async () => {
			(await permit()).refused('3');
			await permit();
			expect(elapsed()).toBeGreaterThanOrEqual(3_000);
			const until = new Date(Math.ceil(clock.now() / 1_000) * 1_000 + 5_000);
			(await permit()).refused(until.toUTCString());
			await permit();
			expect(clock.now()).toBeGreaterThanOrEqual(until.getTime());
		})(),
	);
});

it('waits longer and longer where the service does not say how long', async () => {
	const { clock, elapsed, permit } = setUp();
	const waits: number[] = [];
	await clock.run(
		(async () => {
			let call = await permit();
			for (let round = 0; round < 5; round += 1) {
				const since = elapsed();
				call.refused(undefined);
				call = await permit(true);
				waits.push(elapsed() - since);
			}
		})(),
	);

	expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
});

it('waits longer and longer also where the service asks for no wait and goes on refusing', async () => {
	const { clock, elapsed, permit } = setUp(100);
	const waits: number[] = [];
	await clock.run(
		(async () => {
			let call = await permit();
			for (let round = 0; round < 4; round += 1) {
				await clock.sleep(10);
				const since = elapsed();
				call.refused('0');
				call = await permit(true);
				waits.push(elapsed() - since);
			}
		})(),
	);

	expect(waits).toEqual([0, 1_000, 2_000, 4_000]);
});

it('begins anew with waiting once the service has taken a call', async () => {
	const { clock, elapsed, permit } = setUp(100);
	await clock.run(
		(async () => {
			let call = await permit();
			for (let round = 0; round < 3; round += 1) {
				await clock.sleep(10);
				call.refused(undefined);
				call = await permit(true);
			}
			await clock.sleep(10);
			call.accepted();
			const since = elapsed();
			call.refused(undefined);
			await permit(true);
			expect(elapsed() - since).toBe(1_000);
		})(),
	);
});

it('does not wait where the service asks for more than a quarter of an hour', async () => {
	const { clock, elapsed, permit } = setUp();
	await clock.run(
		(async () => {
			expect((await permit()).refused(String(15 * 60))).toBe(true);
			const since = elapsed();
			expect((await permit(true)).refused('99999999999')).toBe(false);
			await permit();
			expect(elapsed() - since).toBeLessThan(20 * 60_000);
		})(),
	);
});

it('lets a refused call go before the ones that have not been made yet', async () => {
	const { clock, permit } = setUp();
	const order: string[] = [];
	await clock.run(
		(async () => {
			const refused = await permit();
			await permit();
			const later = permit().then(() => order.push('later'));
			refused.refused('1');
			const again = permit(true).then(() => order.push('again'));
			await Promise.all([later, again]);
		})(),
	);

	expect(order).toEqual(['again', 'later']);
});

it('lets waiting calls leave when they are no longer wanted, and goes on with the others', async () => {
	const { clock, elapsed, lane, permit } = setUp(1);
	const halt = new Halt();
	await clock.run(
		(async () => {
			await permit();
			const unwanted = lane.permit(halt, false);
			const wanted = permit();
			halt.now();
			expect(await unwanted).toBeUndefined();
			await wanted;
		})(),
	);

	// One window and the guard: nobody else took a turn.
	expect(elapsed()).toBe(1_020);
});

it('gives no permit to what is halted already', async () => {
	const { lane, halt } = setUp();
	halt.now();

	expect(await lane.permit(halt, false)).toBeUndefined();
});

it('knows for how long it held calls back', async () => {
	const { clock, lane, permit } = setUp();
	await clock.run(Promise.all([permit(), permit()]));
	expect(lane.heldBackMilliseconds).toBe(0);

	await clock.run(permit());
	expect(lane.heldBackMilliseconds).toBe(1_020);
});

it('takes calls that were refused together for one refusal', async () => {
	const { clock, elapsed, permit } = setUp(100);
	await clock.run(
		(async () => {
			const together = await Promise.all([permit(), permit(), permit()]);
			await clock.sleep(10);
			for (const call of together) call.refused(undefined);
			const since = elapsed();
			await permit(true);
			expect(elapsed() - since).toBe(1_000);
		})(),
	);
});

it('comes back at another moment of the window when it was refused again', async () => {
	const { clock, elapsed, permit } = setUp(100, () => 0.5);
	await clock.run(
		(async () => {
			(await permit()).refused('1');
			const call = await permit(true);
			const since = elapsed();
			call.refused('1');
			await permit(true);
			// A second, a twentieth of it by chance, and half of the window.
			expect(elapsed() - since).toBe(1_550);
		})(),
	);
});

it('lets more calls than the window holds leave one by one, also when they come together', async () => {
	const { clock, elapsed, permit } = setUp(25);
	const times: number[] = [];
	await clock.run(
		Promise.all(
			Array.from({ length: 26 }, async () => {
				await permit();
				times.push(elapsed());
			}),
		),
	);

	expect(times[0]).toBe(0);
	expect(times[1]).toBeGreaterThan(0);
	expect(times[24]).toBeLessThan(600);
});

it('lets calls that fit leave at once again when nothing waits any more', async () => {
	const { clock, elapsed, permit } = setUp(25);
	const times = async (count: number) =>
		await Promise.all(
			Array.from({ length: count }, async () => {
				await permit();
				return elapsed();
			}),
		);
	await clock.run(
		(async () => {
			await times(40);
			await clock.sleep(5_000);
			const [first = 0, ...others] = await times(25);
			expect(others.map((time) => time - first)).toEqual(others.map(() => 0));
		})(),
	);
});

it('lets another call leave at once in the place of one that is not made after all', async () => {
	const { clock, elapsed, permit } = setUp(1);
	await clock.run(
		(async () => {
			const unmade = await permit();
			const other = permit();
			await clock.sleep(100);
			unmade.release();
			await other;
		})(),
	);

	expect(elapsed()).toBe(100);
});

it('lets a thousand calls that are not made pass in no time', async () => {
	const { clock, elapsed, permit } = setUp(25);
	await clock.run(
		Promise.all(
			Array.from({ length: 1_000 }, async () => {
				(await permit()).release();
			}),
		),
	);

	expect(elapsed()).toBe(0);
});
