import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';

describe('CancellationToken', () => {
	it('calls each stop listener once, in registration order', () => {
		const token = new CancellationToken();
		const calls: string[] = [];
		token.onStop(() => calls.push(`first, isStopped: ${String(token.isStopped)}`));
		token.onStop(() => {
			calls.push('second');
			token.stop();
		});
		expect([token.isStopped, calls]).toEqual([false, []]);

		token.stop();
		token.stop();

		expect(token.isStopped).toBe(true);
		expect(calls).toEqual(['first, isStopped: true', 'second']);
	});

	it('calls a listener immediately if it is already stopped', () => {
		const token = new CancellationToken();
		token.stop();
		const listener = jest.fn();
		token.onStop(listener);

		expect(listener).toHaveBeenCalledTimes(1);
	});

	it('does not call a listener that was removed by another listener', () => {
		const token = new CancellationToken();
		const calls: string[] = [];
		const removeFirst = token.onStop(() => calls.push('first'));
		token.onStop(() => {
			calls.push('second');
			removeThird();
		});
		const removeThird = token.onStop(() => calls.push('third'));
		removeFirst();

		token.stop();

		expect(calls).toEqual(['second']);
	});

	it('calls stop and abort listeners once when it is aborted', () => {
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

	it('cancels its children, which can also be stopped separately', () => {
		const parent = new CancellationToken();
		const [stopped, child] = [parent.child(), parent.child()];

		stopped.stop();
		expect([parent.isStopped, child.isStopped]).toEqual([false, false]);

		parent.stop();
		expect([child.isStopped, child.isAborted]).toEqual([true, false]);
		parent.abort();
		expect([stopped.isAborted, child.isAborted]).toEqual([true, true]);
	});
});
