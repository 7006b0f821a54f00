import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellation';

it('tells everything that waits, once and in the order in which it came', () => {
	const stop = new CancellationToken();
	const told: string[] = [];
	stop.onStop(() => told.push(`one sees ${String(stop.isStopped)}`));
	stop.onStop(() => {
		told.push('other');
		stop.stop();
	});
	expect(stop.isStopped).toBe(false);
	expect(told).toEqual([]);

	stop.stop();
	stop.stop();

	expect(stop.isStopped).toBe(true);
	expect(told).toEqual(['one sees true', 'other']);
});

it('does not tell who went away before, or was taken away by one that is told', () => {
	const stop = new CancellationToken();
	const told: string[] = [];
	const leaveFirst = stop.onStop(() => told.push('first'));
	stop.onStop(() => {
		told.push('second');
		leaveThird();
	});
	const leaveThird = stop.onStop(() => told.push('third'));
	leaveFirst();

	stop.stop();

	expect(told).toEqual(['second']);
});
