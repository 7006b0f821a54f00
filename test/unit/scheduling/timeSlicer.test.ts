import type { Clock } from '../../../nodes/ChannelMessaging/scheduling/clock';
import { systemClock } from '../../../nodes/ChannelMessaging/scheduling/systemClock';
import { TimeSlicer } from '../../../nodes/ChannelMessaging/scheduling/timeSlicer';
import { VirtualClock } from '../../measure/simulation/virtualClock';

/** A clock on which nothing passes but what the steps take, and which counts the timeSlicer. */
class StepClock implements Clock {
	timeSlicer = 0;

	private time = 0;

	now(): number {
		return this.time;
	}

	date(): number {
		return this.time;
	}

	async sleep(): Promise<void> {
		this.timeSlicer += 1;
		await Promise.resolve();
	}

	pass(milliseconds: number): void {
		this.time += milliseconds;
	}
}

/** Keeps the event loop, as resolving expressions does. */
function beBusy(milliseconds: number): void {
	const end = performance.now() + milliseconds;
	while (performance.now() < end);
}

it('does a step for each number, in their order', async () => {
	const clock = new VirtualClock();
	const done: number[] = [];
	await clock.run(new TimeSlicer(clock).forEach(5, (index) => done.push(index)));

	expect(done).toEqual([0, 1, 2, 3, 4]);
});

it.each([
	[1, 1],
	[5, 3],
	[20, 6],
])(
	'lets a turn last ten milliseconds: six steps of %i ms take %i timeSlicer',
	async (step, timeSlicer) => {
		const clock = new StepClock();
		await new TimeSlicer(clock).forEach(6, () => {
			clock.pass(step);
		});

		expect(clock.timeSlicer).toBe(timeSlicer);
	},
);

it('does nothing where there is nothing to do', async () => {
	const step = jest.fn();
	await new TimeSlicer(new VirtualClock()).forEach(0, step);

	expect(step).not.toHaveBeenCalled();
});

it('rejects with what a step throws, and lets the others go on', async () => {
	const clock = new VirtualClock();
	const timeSlicer = new TimeSlicer(clock);
	const fault = new Error('Not this one');
	const done: number[] = [];
	const bad = timeSlicer.forEach(3, (index) => {
		if (index === 1) throw fault;
		done.push(index);
	});
	const good = timeSlicer.forEach(3, (index) => done.push(10 + index));
	const outcome = expect(bad).rejects.toBe(fault);

	await clock.run(good);

	await outcome;
	expect(done).toEqual([0, 10, 11, 12]);
});

it.each([1, 2, 5])(
	'lets the event loop go round between any two timeSlicer of %i that work at once',
	async (workers) => {
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
			Array.from({ length: workers }, async () => {
				await timeSlicer.forEach(20, () => {
					beBusy(4);
					stepsInARow += 1;
					mostInARow = Math.max(mostInARow, stepsInARow);
				});
			}),
		);
		isOver = true;

		// A turn is over after ten milliseconds: with three steps of four, or fewer.
		expect(mostInARow).toBeLessThanOrEqual(3);
	},
);

it('takes timeSlicer, so that nobody waits until another one is through', async () => {
	const timeSlicer = new TimeSlicer(systemClock);
	const order: string[] = [];
	await Promise.all(
		['a', 'b'].map(async (name) => {
			await timeSlicer.forEach(4, () => {
				beBusy(11);
				order.push(name);
			});
		}),
	);

	expect(order.join('')).toBe('abababab');
});
