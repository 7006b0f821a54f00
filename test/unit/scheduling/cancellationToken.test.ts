import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellation';

it('tells everything that waits, once and in the order in which it came', () => {
	const stop = new CancellationToken();
	const told: string[] = [];
	stop.onCancel(() => told.push(`one sees ${String(stop.isCancelled)}`));
	stop.onCancel(() => {
		told.push('other');
		stop.cancel();
	});
	expect(stop.isCancelled).toBe(false);
	expect(told).toEqual([]);

	stop.cancel();
	stop.cancel();

	expect(stop.isCancelled).toBe(true);
	expect(told).toEqual(['one sees true', 'other']);
});

it('does not tell who went away before, or was taken away by one that is told', () => {
	const stop = new CancellationToken();
	const told: string[] = [];
	const leaveFirst = stop.onCancel(() => told.push('first'));
	stop.onCancel(() => {
		told.push('second');
		leaveThird();
	});
	const leaveThird = stop.onCancel(() => told.push('third'));
	leaveFirst();

	stop.cancel();

	expect(told).toEqual(['second']);
});
