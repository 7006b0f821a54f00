import { TimeSlicer } from '../../../nodes/ChannelMessaging/scheduling/clock';
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
	return { clock, log, slicer };
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
			const { clock, log, slicer } = setUp();
			const run = slicer.forEach(Array(steps).keys(), (index) => {
				clock.block(stepMs);
				log.push(index);
			});
			await clock.run(run);

			const indexes = Array(steps).keys();
			const expected = slices.flatMap((length) => [
				'yield',
				...Array.from({ length }, () => indexes.next().value),
			]);
			expect(log).toEqual(expected);
		},
	);

	it('alternates between computations, and yields after each slice', async () => {
		const { clock, log, slicer } = setUp();
		const compute = async (name: string) => {
			await slicer.forEach([1, 2], () => {
				clock.block(11);
				log.push(name);
			});
		};
		await clock.run(Promise.all(['a', 'b', 'c'].map(compute)));

		// A timer that was started before the end of a slice would fire right after that slice.
		const round = ['yield', 'a', 'yield', 'b', 'yield', 'c'];
		expect(log).toEqual([...round, ...round]);
	});

	it('rejects if a step throws, without affecting other computations', async () => {
		const { clock, log, slicer } = setUp();
		const error = new Error('Invalid item');
		const failing = slicer.forEach([0, 1, 2], (index) => {
			if (index === 1) throw error;
		});
		const other = slicer.forEach([0, 1], (index) => log.push(index));

		await clock.run(Promise.all([expect(failing).rejects.toBe(error), other]));
		expect(log).toEqual(['yield', 'yield', 0, 1]);
	});
});
