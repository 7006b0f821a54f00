import { setTimeout as passing } from 'node:timers/promises';

import { startDeadline } from '../../../nodes/ChannelMessaging/client/httpRequest';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellation';

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
		const deadline = startDeadline(20, new CancellationToken());
		expect(deadline.signal.aborted).toBe(false);
		expect(deadline.isOver()).toBe(false);
		await aborted(deadline.signal);
		expect(deadline.isOver()).toBe(true);
	});

	it('takes parts of a millisecond', async () => {
		const deadline = startDeadline(0.5, new CancellationToken());
		await aborted(deadline.signal);
		expect(deadline.isOver()).toBe(true);
	});

	it('ends the call when its execution is cancelled, and does not call that a time-out', () => {
		const cancelled = new CancellationToken();
		const deadline = startDeadline(60_000, cancelled);
		expect(deadline.signal.aborted).toBe(false);
		cancelled.abort();
		expect(deadline.signal.aborted).toBe(true);
		expect(deadline.isOver()).toBe(false);
	});

	it('ends at once where the execution is cancelled already', () => {
		const cancelled = new CancellationToken();
		cancelled.abort();
		expect(startDeadline(60_000, cancelled).signal.aborted).toBe(true);
	});

	it('ends nothing any more once it is released', async () => {
		const cancelled = new CancellationToken();
		const deadline = startDeadline(10, cancelled);
		deadline.release();
		cancelled.abort();
		await passing(30);
		expect(deadline.signal.aborted).toBe(false);
	});
});
