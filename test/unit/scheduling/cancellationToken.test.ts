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

it('an aborted token is stopped, and calls both kinds of listeners once', () => {
	const token = new CancellationToken();
	const calls: string[] = [];
	token.onStop(() => calls.push('stop'));
	token.onAbort(() => calls.push('abort'));

	token.stop();
	expect(token.isAborted).toBe(false);
	token.abort();
	token.abort();

	expect(token.isAborted).toBe(true);
	expect(calls).toEqual(['stop', 'abort']);
});

it('a child is cancelled with its parent, and can be stopped without it', () => {
	const parent = new CancellationToken();
	const [stopped, child] = [parent.child(), parent.child()];

	stopped.stop();
	expect([parent.isStopped, child.isStopped]).toEqual([false, false]);

	parent.stop();
	expect([child.isStopped, child.isAborted]).toEqual([true, false]);
	parent.abort();
	expect([stopped.isAborted, child.isAborted]).toEqual([true, true]);
});
