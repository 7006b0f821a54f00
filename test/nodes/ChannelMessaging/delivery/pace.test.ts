import { assert, array, constantFrom, integer, property } from 'fast-check';

import { Pace } from '../../../../nodes/ChannelMessaging/delivery/pace';
import type { Refusal, Sharing } from '../../../../nodes/ChannelMessaging/delivery/share';

const start = 1_700_000_000_000;
const second = 1_000;
const limit = 25;
const largestGuard = 60;

/**
 * Lets calls that arrive at these times leave as the pace says, first come, first served.
 * Gives when each left, in milliseconds since the start.
 */
function leaveTimes(
	arrivals: readonly number[],
	pace = new Pace({ limit, windowMilliseconds: second }),
) {
	let now = start;
	return arrivals.map((arrival, index) => {
		if (start + arrival > now) {
			pace.rest();
			now = start + arrival;
		}
		for (let wait = pace.waitingTime(now); wait > 0; wait = pace.waitingTime(now)) now += wait;
		pace.leave(now, arrivals.slice(index + 1).filter((other) => start + other <= now).length);
		return now - start;
	});
}

/** Calls a second that leave where many wait, once the first burst is over. */
function rateAt(pace: Pace, milliseconds: number): number {
	const left = leaveTimes(
		Array.from({ length: 100 }, () => milliseconds),
		pace,
	);
	return 50 / (((left[99] ?? 0) - (left[49] ?? 0)) / second);
}

/** How many of many calls leave in a time, in milliseconds. */
function leftWithin(pace: Pace, from: number, milliseconds: number): number {
	const left = leaveTimes(
		Array.from({ length: 2 * limit }, () => from),
		pace,
	);
	return left.filter((time) => time < from + milliseconds).length;
}

/** Any pattern: bursts, single calls, pauses of all lengths. */
const arrivalPattern = array(
	integer({ min: 0, max: 3 }).chain((kind) =>
		kind === 0 ? integer({ min: 0, max: 3_000 }) : constantFrom(0, 0, 0, 1, 7, 40),
	),
	{ minLength: 1, maxLength: 400 },
).map((gaps) => {
	let time = 0;
	return gaps.map((gap) => (time += gap));
});

describe('whatever the pattern of arrivals', () => {
	it('no window ever holds more than the limit', () => {
		assert(
			property(arrivalPattern, (arrivals) => {
				const left = leaveTimes(arrivals);
				for (const [index, time] of left.entries()) {
					const following = left[index + limit];
					if (following !== undefined) expect(following - time).toBeGreaterThan(second);
				}
			}),
		);
	});

	it('the lane never idles while something waits and the window has room', () => {
		assert(
			property(arrivalPattern, (arrivals) => {
				const left = leaveTimes(arrivals);
				const evenDistance = (second + largestGuard) / limit;
				for (const [index, time] of left.entries()) {
					const arrival = arrivals[index] ?? 0;
					const previous = left[index - 1] ?? -Infinity;
					const blocking = left[index - limit] ?? -Infinity;
					const wasFullUntil = blocking + second + largestGuard;
					// It left when it came, or close behind the one before, or when the window had room.
					const reasons = [arrival, previous + evenDistance, wasFullUntil];
					expect(time).toBeLessThanOrEqual(Math.max(...reasons));
				}
			}),
		);
	});
});

describe('a burst', () => {
	it('leaves at once when the lane was idle', () => {
		expect(leaveTimes(Array.from({ length: 25 }, () => 0))).toEqual(
			Array.from({ length: 25 }, () => 0),
		);
	});

	it('that is larger than the window leaves one by one from the first call on', () => {
		const left = leaveTimes(Array.from({ length: 26 }, () => 0));

		const gaps = left.slice(1, 25).map((time, index) => time - (left[index] ?? 0));
		for (const gap of gaps) expect(gap).toBeCloseTo(24, 2);
	});

	it('that is larger than the window goes on as soon as the window has room, one by one', () => {
		const left = leaveTimes(Array.from({ length: 50 }, () => 0));

		expect(left[25]).toBeGreaterThan(second);
		expect(left[25]).toBeLessThan(second + largestGuard);
		const gaps = left.slice(26).map((time, index) => time - (left[25 + index] ?? 0));
		for (const gap of gaps) expect(gap).toBeCloseTo(24, 2);
	});

	it('of 1,000 keeps at least 97% of the limit', () => {
		const left = leaveTimes(Array.from({ length: 1_000 }, () => 0));

		expect(1_000 / ((left.at(-1) ?? 0) / second)).toBeGreaterThanOrEqual(0.97 * limit);
	});
});

describe('the way from the permit to the connection', () => {
	const wide = { limit: 1, windowMilliseconds: second };

	it('counts: the next call leaves a window after the one before was written', () => {
		const pace = new Pace(wide);
		pace.departed(pace.leave(start, 0), start + 300);

		expect(pace.waitingTime(start + 10)).toBeCloseTo(300 + second + 20 - 10, 5);
	});

	it('of a burst teaches nothing about the way of single calls', () => {
		const pace = new Pace(wide);
		pace.departed(pace.leave(start, 0), start + 300);
		const next = start + pace.waitingTime(start);
		pace.departed(pace.leave(next, 0), next + 5);

		// From here on every call is known to need 5 ms, and leaves so much earlier.
		expect(pace.waitingTime(next)).toBeCloseTo(second + 20, 5);
	});
});

describe('a refusal', () => {
	it('holds the whole lane back until the time that was asked for', () => {
		const pace = new Pace({ limit, windowMilliseconds: second });
		pace.refused(pace.leave(start, 0), start + 50, start + 5_000);

		expect(pace.waitingTime(start + 50)).toBe(4_950);
		expect(pace.waitingTime(start + 5_000)).toBe(0);
	});

	it('now and then widens the guard and keeps the rate', () => {
		const pace = new Pace({ limit, windowMilliseconds: second });
		const departures = Array.from({ length: 25 }, () => pace.leave(start, 0));
		const last = departures.at(-1);
		if (last !== undefined) pace.refused(last, start + 50, start + 1_050);

		expect(rateAt(pace, 1_050)).toBeCloseTo(limit / 1.04, 1);
	});

	/**
	 * A lane that counted what others leave it: eight calls were allowed to leave, and all but so many
	 * of them refused.
	 */
	function counted(taken: number, waiting: number): Pace {
		const pace = new Pace({ limit, windowMilliseconds: second });
		// The first refusal in a long time may be put down to the way of the calls, the second not.
		const first = pace.leave(start, 0);
		pace.refused(first, start + 50, start + 1_050);
		pace.refused(first, start + 51, start + 1_051);
		const departures = Array.from({ length: 8 }, () => pace.leave(start + 1_051, waiting));
		for (const refused of departures.slice(taken)) {
			pace.refused(refused, start + 1_300, start + 2_300);
		}
		return pace;
	}

	it.each([5, 6, 7])('lowers the rate to the %i calls that the service took of many', (taken) => {
		expect(leftWithin(counted(taken, 100), 2_310, 900)).toBe(taken);
	});

	it('leaves one call at least', () => {
		expect(leftWithin(counted(0, 100), 2_310, 900)).toBe(1);
	});

	it('says little about the rate where nothing waited', () => {
		expect(leftWithin(counted(7, 0), 2_310, 900)).toBeGreaterThanOrEqual(20);
	});

	it('is forgotten in time when nothing more is refused', () => {
		const pace = new Pace({ limit, windowMilliseconds: second });
		for (const departure of Array.from({ length: 25 }, () => pace.leave(start, 0))) {
			pace.refused(departure, start + 50, start + 1_050);
		}

		// All that is left is the widened guard, which success eases.
		expect(rateAt(pace, 60 * second)).toBeGreaterThanOrEqual(limit / 1.061);
	});
});

/** A share that stays what it is. */
function shareOf(part: number, others: Partial<Sharing> = {}): Sharing {
	return {
		standing: () => 'sharing',
		at: () => part,
		mayTry: () => false,
		beginTry: () => undefined,
		refused: () => undefined,
		...others,
	};
}

describe('beside others who use the token', () => {
	/** How far apart calls that have to wait leave, in milliseconds. */
	function apart(sharing: Sharing, windowMilliseconds = second): number {
		const left = leaveTimes(
			Array.from({ length: 100 }, () => 0),
			new Pace({ limit, windowMilliseconds }, sharing),
		);
		return (left[1] ?? 0) - (left[0] ?? 0);
	}

	it('calls are spread over more than the window while they count what is left', () => {
		const counting = shareOf(1, { standing: () => 'counting' });

		expect(apart(counting)).toBeCloseTo((1.4 * 1_020) / limit, 3);
	});

	it('calls keep close together once the share is known', () => {
		expect(apart(shareOf(0.4))).toBeCloseTo((0.03 * 1_014) / 10, 3);
	});

	it('calls are spread over a part of the window where the window is long', () => {
		const alone = shareOf(1, { standing: () => 'alone' });

		expect(apart(alone, 60 * second)).toBeCloseTo((0.15 * 60_020) / limit, 3);
	});

	it('a share that is a whole number of calls is that many calls', () => {
		const pace = new Pace({ limit: 100, windowMilliseconds: second }, shareOf(0.29));
		const left = leaveTimes(
			Array.from({ length: 100 }, () => 0),
			pace,
		);

		expect(left.filter((time) => time < second)).toHaveLength(29);
	});

	it('a share of less than a call a window is one call in so many windows', () => {
		const pace = new Pace({ limit, windowMilliseconds: second }, shareOf(0.02));
		pace.leave(start, 0);

		expect(pace.waitingTime(start)).toBeCloseTo(2 * 1_014, 5);
	});

	it('a refusal counts by when its call was allowed to leave, not by when it was written', () => {
		const counted: number[] = [];
		const refused = ({ permittedAt }: Refusal) => counted.push(permittedAt);
		const pace = new Pace({ limit, windowMilliseconds: second }, shareOf(0.5, { refused }));
		const departure = pace.leave(start, 0);
		pace.departed(departure, start + 80);
		pace.refused(departure, start + 300, start + 1_300);

		expect(counted).toEqual([start]);
	});

	it('the guard that the way of the calls had widened is narrow again', () => {
		let part = 1;
		const pace = new Pace(
			{ limit, windowMilliseconds: second },
			shareOf(1, { standing: () => 'alone', at: () => part }),
		);
		const departures = Array.from({ length: 25 }, () => pace.leave(start, 0));
		const [one, another] = departures;
		if (one !== undefined) pace.refused(one, start + 50, start + 60);
		expect(pace.waitingTime(start + 100)).toBeCloseTo(940, 5);
		part = 24 / 25;
		if (another !== undefined) pace.refused(another, start + 150, start + 160);
		part = 1;

		expect(pace.waitingTime(start + 200)).toBeCloseTo(820, 5);
	});
});

it('the guard that a refusal widened is eased by success', () => {
	const pace = new Pace({ limit, windowMilliseconds: second });
	const departures = Array.from({ length: limit }, () => pace.leave(start, 0));
	const last = departures.at(-1);
	if (last !== undefined) pace.refused(last, start + 10, start + 20);
	const guardAfter = (successes: number) => {
		for (let count = 0; count < successes; count += 1) pace.accepted();
		return start + 100 + pace.waitingTime(start + 100) - (start + second);
	};

	expect(guardAfter(0)).toBeCloseTo(40, 5);
	expect(guardAfter(500)).toBeCloseTo(35, 5);
	expect(guardAfter(5_000)).toBeCloseTo(20, 5);
});

describe('a try for a larger share', () => {
	const windowMilliseconds = second;
	/** From here on the share may try for more. */
	const mayTryFrom = start + 3 * second;

	/**
	 * A lane with eight calls a window, of which the first was refused after so many milliseconds, at
	 * the turn before the try. The turn is at a time of its own: the next one is 1,014 ms later.
	 */
	function beforeTry(refusalTook: number): {
		pace: Pace;
		turnAt: number;
		refusals: Refusal[];
	} {
		let isTrying = false;
		const refusals: Refusal[] = [];
		const sharing = shareOf(0, {
			at: () => (isTrying ? 9 : 8) / limit,
			mayTry: (now) => !isTrying && now >= mayTryFrom,
			beginTry: () => {
				isTrying = true;
			},
			refused: (refusal) => refusals.push(refusal),
		});
		const pace = new Pace({ limit, windowMilliseconds }, sharing);
		const first = pace.leave(start, 100);
		pace.refused(first, start + refusalTook, start + refusalTook);
		const turnAt = mayTryFrom - 500;
		expect(pace.waitingTime(turnAt)).toBe(0);
		for (let call = 0; call < 8; call += 1) pace.leave(turnAt, 100);
		return { pace, turnAt, refusals };
	}

	it('begins so much ahead of the turn that its refusal comes when the turn has left', () => {
		const { pace, turnAt } = beforeTry(200);
		const ahead = 200 - 30 - 0.03 * second;
		const due = turnAt + 1_014 - ahead;

		expect(pace.waitingTime(turnAt + 100)).toBeCloseTo(due - turnAt - 100, 5);
		pace.leave(due, 100);
		expect(pace.waitingTime(due)).toBeCloseTo(ahead, 5);
	});

	it('begins with the turn where refusals come quickly', () => {
		const { pace, turnAt } = beforeTry(30);

		expect(pace.waitingTime(turnAt + 100)).toBeCloseTo(914, 5);
		const left = Array.from({ length: 9 }, () => {
			const wait = pace.waitingTime(turnAt + 1_050);
			pace.leave(turnAt + 1_050 + wait, 100);
			return wait;
		});
		expect(Math.max(...left)).toBeLessThan(50);
	});

	it('begins no earlier than behind the turn before, however slow refusals are', () => {
		const { pace, turnAt } = beforeTry(2_400);

		expect(pace.waitingTime(turnAt + 50)).toBeCloseTo(1_014 - 900 - 50, 5);
	});

	it('tells by its refusal what the service took of the window before it, not since', () => {
		const { pace, turnAt, refusals } = beforeTry(200);
		const due = turnAt + pace.waitingTime(turnAt);
		const first = pace.leave(due, 100);
		const turn = due + pace.waitingTime(due);
		for (let call = 0; call < 8; call += 1) pace.leave(turn, 100);
		pace.refused(first, turn + 60, turn + 1_060);

		expect(refusals.at(-1)?.taken.ofLimit).toBeCloseTo(8 / limit, 5);
	});
});

describe('what is known of the way', () => {
	const wide = { limit: 1, windowMilliseconds: second };

	it('forgets one lucky call in time', () => {
		const pace = new Pace(wide);
		let now = start;
		const next = (way: number) => {
			now += pace.waitingTime(now);
			pace.departed(pace.leave(now, 1), now + way);
		};
		next(5);
		next(0);
		for (let count = 0; count < 120; count += 1) next(5);

		expect(pace.waitingTime(now)).toBeCloseTo(second + 20, 1);
	});

	it('takes no call for written before it was allowed to leave, whatever the clock says', () => {
		const pace = new Pace(wide);
		pace.departed(pace.leave(start, 0), start - 500);

		expect(pace.waitingTime(start)).toBe(second + 20);
	});
});
