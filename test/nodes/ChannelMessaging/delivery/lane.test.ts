import { Halt } from '../../../../nodes/ChannelMessaging/delivery/halt';
import { Lane } from '../../../../nodes/ChannelMessaging/delivery/lane';
import { VirtualClock } from '../../../simulation/virtualClock';

const rate = { limit: 2, windowMilliseconds: 1_000 };
const withoutChance = () => 0;

/** A lane on a clock of its own, and the seconds at which calls got their permits. */
function setUp() {
	const clock = new VirtualClock();
	const lane = new Lane(rate, clock, withoutChance);
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
	const { clock, lane, permit } = setUp();
	const halt = new Halt();
	await clock.run(
		(async () => {
			await permit();
			await permit();
			const unwanted = lane.permit(halt, false);
			const wanted = permit();
			halt.now();
			expect(await unwanted).toBeUndefined();
			await wanted;
		})(),
	);
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
	expect(lane.heldBackMilliseconds).toBeGreaterThanOrEqual(1_000);
});
