import { Halt } from '../../../../nodes/ChannelMessaging/delivery/halt';

describe('a halt', () => {
	it('has not come at first', () => {
		expect(new Halt().isHalted).toBe(false);
	});

	it('tells everything that waits, in the order in which it came', () => {
		const halt = new Halt();
		const told: string[] = [];
		halt.onHalt(() => told.push('one'));
		halt.onHalt(() => told.push('other'));
		expect(told).toEqual([]);
		halt.now();
		expect(told).toEqual(['one', 'other']);
	});

	it('is visible to whoever is told', () => {
		const halt = new Halt();
		let seen: boolean | undefined;
		halt.onHalt(() => {
			seen = halt.isHalted;
		});
		halt.now();
		expect(seen).toBe(true);
	});

	it('comes once', () => {
		const halt = new Halt();
		const listener = jest.fn();
		halt.onHalt(listener);
		halt.now();
		halt.now();
		expect(listener).toHaveBeenCalledTimes(1);
		expect(halt.isHalted).toBe(true);
	});

	it('comes once also where one that is told halts again', () => {
		const halt = new Halt();
		let told = 0;
		halt.onHalt(() => {
			told += 1;
			halt.now();
		});
		halt.now();
		expect(told).toBe(1);
	});

	it('does not tell who went away', () => {
		const halt = new Halt();
		const gone = jest.fn();
		const stayed = jest.fn();
		const leave = halt.onHalt(gone);
		halt.onHalt(stayed);
		leave();
		leave();
		halt.now();
		expect(gone).not.toHaveBeenCalled();
		expect(stayed).toHaveBeenCalledTimes(1);
	});

	it('lets one that is told take another away, and go away itself', () => {
		const halt = new Halt();
		const taken = jest.fn();
		const leaveFirst = halt.onHalt(() => {
			leaveFirst();
			leaveSecond();
		});
		const leaveSecond = halt.onHalt(taken);
		halt.now();
		expect(taken).not.toHaveBeenCalled();
	});
});
