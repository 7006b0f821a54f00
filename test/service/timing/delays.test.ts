import { Delays } from './delays';

describe('delays', () => {
	beforeEach(() => {
		jest.useFakeTimers();
	});
	afterEach(() => {
		jest.useRealTimers();
	});

	it('do the work when the time has passed', () => {
		const work = jest.fn();
		new Delays().after(50, work);
		jest.advanceTimersByTime(49);
		expect(work).not.toHaveBeenCalled();
		jest.advanceTimersByTime(1);
		expect(work).toHaveBeenCalledTimes(1);
	});

	it('do it at once where there is nothing to wait for', () => {
		const work = jest.fn();
		new Delays().after(0, work);
		expect(work).toHaveBeenCalledTimes(1);
	});

	it('leave nothing behind when they are cancelled', () => {
		const delays = new Delays();
		const work = jest.fn();
		delays.after(50, work);
		delays.cancelAll();
		expect(jest.getTimerCount()).toBe(0);
		jest.advanceTimersByTime(50);
		expect(work).not.toHaveBeenCalled();
	});
});
