import { startTimeout } from '../../../nodes/ChannelMessaging/client/requestTimeout';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';

describe('startTimeout', () => {
	/** Starts a deadline, whose timer fires when the test aborts `timer`. */
	function setUp(cancellation = new CancellationToken(), timeoutMs = 60_000) {
		const timer = new AbortController();
		const createTimer = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal);
		return { timer, createTimer, cancellation, deadline: startTimeout(timeoutMs, cancellation) };
	}

	afterEach(() => {
		jest.restoreAllMocks();
	});

	it('aborts the request when the timeout expires', () => {
		const { timer, deadline } = setUp();
		expect([deadline.signal.aborted, deadline.isOver()]).toEqual([false, false]);
		timer.abort();
		expect([deadline.signal.aborted, deadline.isOver()]).toEqual([true, true]);
	});

	it('rounds a fraction of a millisecond up', () => {
		expect(setUp(undefined, 0.5).createTimer).toHaveBeenCalledWith(1);
	});

	it('aborts the request without a timeout when the execution is cancelled', () => {
		const { cancellation, deadline } = setUp();
		cancellation.abort();
		expect([deadline.signal.aborted, deadline.isOver()]).toEqual([true, false]);
	});

	it('aborts the request immediately if the execution has already been cancelled', () => {
		const cancellation = new CancellationToken();
		cancellation.abort();
		expect(setUp(cancellation).deadline.signal.aborted).toBe(true);
	});

	it('does not abort a request that has ended', () => {
		const { timer, cancellation, deadline } = setUp();
		deadline.release();
		cancellation.abort();
		timer.abort();
		expect(deadline.signal.aborted).toBe(false);
	});
});
