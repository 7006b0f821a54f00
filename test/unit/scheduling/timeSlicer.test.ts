import {
	findInSlices,
	TimeSlicer,
	visitInSlices,
} from '../../../nodes/ChannelMessaging/scheduling/timeSlicer';
import { VirtualClock } from '../../support/virtualClock';

/** Returns a time slicer, and a log to which it adds `yield` for each yield to the event loop. */
function setUp() {
	const clock = new VirtualClock();
	const log: Array<string | number> = [];
	const slicer = new TimeSlicer({
		now: () => clock.now(),
		sleep: async (milliseconds) => {
			log.push('yield');
			await clock.sleep(milliseconds);
		},
	});
	/** Runs steps that block the event loop, in as many slices as needed. */
	const compute = async (names: Iterable<string | number>, stepMs: number) => {
		await visitInSlices(names, slicer.slice(), async (name) => {
			clock.block(stepMs);
			log.push(name);
			await Promise.resolve();
		});
	};
	return { clock, log, compute };
}

describe('TimeSlicer', () => {
	it.each([
		{ steps: 0, stepMs: 1, slices: [] },
		{ steps: 6, stepMs: 1, slices: [6] },
		{ steps: 5, stepMs: 5, slices: [2, 2, 1] },
		{ steps: 3, stepMs: 20, slices: [1, 1, 1] },
	])(
		'splits $steps steps of $stepMs ms into slices of $slices steps',
		async ({ steps, stepMs, slices }) => {
			const { clock, log, compute } = setUp();
			await clock.run(compute(Array(steps).keys(), stepMs));

			const indexes = Array(steps).keys();
			const expected = slices.flatMap((length) => [
				'yield',
				...Array.from({ length }, () => indexes.next().value),
			]);
			expect(log).toEqual(expected);
		},
	);

	it('alternates between computations and yields after each slice', async () => {
		const { clock, log, compute } = setUp();
		await clock.run(Promise.all(['a', 'b', 'c'].map((name) => compute([name, name], 11))));

		// A timer that was started before the end of a slice would fire right after that slice.
		const round = ['yield', 'a', 'yield', 'b', 'yield', 'c'];
		expect(log).toEqual([...round, ...round]);
	});
});

describe('findInSlices', () => {
	it('yields to the event loop until it finds the first match', async () => {
		const clock = new VirtualClock();
		const slice = new TimeSlicer(clock).slice();
		const visited: number[] = [];
		const search = findInSlices([1, 2, 3, 4, 5], slice, (item) => {
			clock.block(6);
			visited.push(item);
			return item === 4;
		});
		let wakes = 0;
		const others = async () => {
			while (visited.length < 4) {
				await clock.sleep(0);
				wakes += 1;
			}
		};

		expect(await clock.run(Promise.all([search, others()]).then(([found]) => found))).toBe(4);
		expect(visited).toEqual([1, 2, 3, 4]);
		expect(wakes).toBeGreaterThan(1);
	});
});
