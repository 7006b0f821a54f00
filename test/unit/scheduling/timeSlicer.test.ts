import { systemClock, TimeSlicer } from '../../../nodes/ChannelMessaging/scheduling/clock';
import { ManualClock } from './manualClock';

/** Keeps the event loop, as resolving expressions does. */
function beBusy(milliseconds: number): void {
	const end = performance.now() + milliseconds;
	while (performance.now() < end);
}

it.each([
	[0, 1, 0],
	[6, 1, 1],
	[6, 5, 3],
	[6, 20, 6],
])('does %i steps of %i ms in their order, in %i slices of ten', async (count, step, slices) => {
	const clock = new ManualClock();
	const done: number[] = [];
	await new TimeSlicer(clock).forEach(Array(count).keys(), (index) => {
		clock.pass(step);
		done.push(index);
	});

	expect(done).toEqual(Array.from({ length: count }, (_, index) => index));
	expect(clock.sleeps).toBe(slices);
});

it('lets nobody wait until another one is through', async () => {
	const clock = new ManualClock();
	const timeSlicer = new TimeSlicer(clock);
	const order: string[] = [];
	await Promise.all(
		['a', 'b'].map(async (name) => {
			await timeSlicer.forEach(Array(4).keys(), () => {
				clock.pass(11);
				order.push(name);
			});
		}),
	);

	expect(order.join('')).toBe('abababab');
});

it('rejects with what a step throws, and lets the others go on', async () => {
	const timeSlicer = new TimeSlicer(new ManualClock());
	const fault = new Error('Not this one');
	const done: number[] = [];
	const bad = timeSlicer.forEach([0, 1, 2], (index) => {
		if (index === 1) throw fault;
		done.push(index);
	});
	const good = timeSlicer.forEach([0, 1, 2], (index) => done.push(10 + index));

	await expect(bad).rejects.toBe(fault);
	await good;
	expect(done).toEqual([0, 10, 11, 12]);
});

it('lets the event loop go round between any two slices of three that work at once', async () => {
	const timeSlicer = new TimeSlicer(systemClock);
	let stepsInARow = 0;
	let mostInARow = 0;
	let isOver = false;
	const everybodyElse = () => {
		stepsInARow = 0;
		if (!isOver) setImmediate(everybodyElse);
	};
	everybodyElse();

	await Promise.all(
		Array.from({ length: 3 }, async () => {
			await timeSlicer.forEach(Array(20).keys(), () => {
				beBusy(4);
				stepsInARow += 1;
				mostInARow = Math.max(mostInARow, stepsInARow);
			});
		}),
	);
	isOver = true;

	// A slice is over after ten milliseconds: with three steps of four, or fewer.
	expect(mostInARow).toBeLessThanOrEqual(3);
});
