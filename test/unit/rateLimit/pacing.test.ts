import { Pacing } from '../../../nodes/ChannelMessaging/rateLimit/pacing';
import { SlidingWindowLog } from '../../../nodes/ChannelMessaging/rateLimit/slidingWindowLog';

const second = 1_000;
const minute = { requests: 100, windowMs: 60 * second };

function setUp() {
	const log = new SlidingWindowLog(150 * second);
	const pacing = new Pacing(log);
	const add = (now: number) => {
		log.add({ permittedAt: now, writtenAt: now, isRejected: false });
	};
	/** Returns the times of paced requests. */
	const send = (count: number, from: number) => {
		let now = from;
		return Array.from({ length: count }, () => {
			now += pacing.msUntilNext(now);
			add(now);
			pacing.requestPermitted(now, minute);
			return now;
		});
	};
	return { add, pacing, send };
}

describe('Pacing', () => {
	it('spreads 100 requests over 59 s of a minute', () => {
		const times = setUp().send(100, 0);

		expect(times[1]).toBeCloseTo(590);
		expect(times[99]).toBeCloseTo(99 * 590);
	});

	it('after a burst of 90 requests, spreads the last 10 over the rest of the minute', () => {
		const { add, send } = setUp();
		for (let request = 0; request < 90; request += 1) add(0);
		const times = send(20, 10 * second);

		expect(times[1]).toBeCloseTo(14.9 * second);
		expect(times[9]).toBeCloseTo(54.1 * second);
		expect(times[10]).toBeCloseTo(59 * second);
		expect(times[11]).toBeCloseTo(59.59 * second);
	});

	it("sends at most one second's worth of overdue requests immediately", () => {
		const { pacing, send } = setUp();
		send(10, 0);

		expect(pacing.msUntilNext(60 * second)).toBe(0);
		const late = send(10, 60 * second);
		expect(late.filter((time) => time === 60 * second)).toHaveLength(2);
	});
});
