import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';

describe('a stop', () => {
	it('has not come at first', () => {
		expect(new CancellationToken().isCancelled).toBe(false);
	});

	it('tells everything that waits, in the order in which it came', () => {
		const stop = new CancellationToken();
		const told: string[] = [];
		stop.onCancel(() => told.push('one'));
		stop.onCancel(() => told.push('other'));
		expect(told).toEqual([]);
		stop.cancel();
		expect(told).toEqual(['one', 'other']);
	});

	it('is visible to whoever is told', () => {
		const stop = new CancellationToken();
		let seen: boolean | undefined;
		stop.onCancel(() => {
			seen = stop.isCancelled;
		});
		stop.cancel();
		expect(seen).toBe(true);
	});

	it('comes once', () => {
		const stop = new CancellationToken();
		const listener = jest.fn();
		stop.onCancel(listener);
		stop.cancel();
		stop.cancel();
		expect(listener).toHaveBeenCalledTimes(1);
		expect(stop.isCancelled).toBe(true);
	});

	it('comes once also where one that is told halts again', () => {
		const stop = new CancellationToken();
		let told = 0;
		stop.onCancel(() => {
			told += 1;
			stop.cancel();
		});
		stop.cancel();
		expect(told).toBe(1);
	});

	it('does not tell who went away', () => {
		const stop = new CancellationToken();
		const gone = jest.fn();
		const stayed = jest.fn();
		const leave = stop.onCancel(gone);
		stop.onCancel(stayed);
		leave();
		leave();
		stop.cancel();
		expect(gone).not.toHaveBeenCalled();
		expect(stayed).toHaveBeenCalledTimes(1);
	});

	it('lets one that is told take another away, and go away itself', () => {
		const stop = new CancellationToken();
		const taken = jest.fn();
		const leaveFirst = stop.onCancel(() => {
			leaveFirst();
			leaveSecond();
		});
		const leaveSecond = stop.onCancel(taken);
		stop.cancel();
		expect(taken).not.toHaveBeenCalled();
	});
});
