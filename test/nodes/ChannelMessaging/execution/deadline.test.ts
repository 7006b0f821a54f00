import { setTimeout as passing } from 'node:timers/promises';

import { Halt } from '../../../../nodes/ChannelMessaging/delivery/halt';
import { Deadline } from '../../../../nodes/ChannelMessaging/execution/deadline';

const aborted = async (signal: AbortSignal): Promise<void> => {
	if (signal.aborted) return;
	await new Promise<void>((resolve) => {
		signal.addEventListener('abort', () => {
			resolve();
		});
	});
};

describe('the deadline of a call', () => {
	it('ends the call when its time is up', async () => {
		const deadline = new Deadline(20, new Halt());
		expect(deadline.signal.aborted).toBe(false);
		expect(deadline.isOver).toBe(false);
		await aborted(deadline.signal);
		expect(deadline.isOver).toBe(true);
	});

	it('takes parts of a millisecond', async () => {
		const deadline = new Deadline(0.5, new Halt());
		await aborted(deadline.signal);
		expect(deadline.isOver).toBe(true);
	});

	it('ends the call when its execution is cancelled, and does not call that a time-out', () => {
		const cancelled = new Halt();
		const deadline = new Deadline(60_000, cancelled);
		expect(deadline.signal.aborted).toBe(false);
		cancelled.now();
		expect(deadline.signal.aborted).toBe(true);
		expect(deadline.isOver).toBe(false);
	});

	it('ends at once where the execution is cancelled already', () => {
		const cancelled = new Halt();
		cancelled.now();
		expect(new Deadline(60_000, cancelled).signal.aborted).toBe(true);
	});

	it('ends nothing any more once it is released', async () => {
		const cancelled = new Halt();
		const deadline = new Deadline(10, cancelled);
		deadline.release();
		cancelled.now();
		await passing(30);
		expect(deadline.signal.aborted).toBe(false);
	});
});
