import fc from 'fast-check';

import { Share, type Taken } from '../../../../nodes/ChannelMessaging/delivery/share';

const second = 1_000;
/** When the lane goes on after the first refusals. */
const resumes = 1_700_000_000_000;
/** When the share of `found` was found. */
const start = resumes + 300;
/** One call of 25. */
const oneCall = 0.04;

/** So much of the last window's calls, which were as many as the limit allows. */
const took = (ofCalls: number): Taken => ({ ofCalls, ofLimit: 1 });

/** The service refuses a call that was allowed to leave a moment before. */
function refuse(share: Share, at: number, taken: Taken, permittedAt = at - 10): void {
	share.refused({ permittedAt, at, resumesAt: at + second, taken });
}

/** A share that begins to count. */
function counting(): Share {
	const share = new Share(second);
	refuse(share, resumes - second, took(0.5));
	return share;
}

/** A share that counted so much of the limit. */
function found(ofLimit: number): Share {
	const share = counting();
	refuse(share, start, { ofCalls: 0.9, ofLimit });
	return share;
}

describe('as long as nothing is refused', () => {
	it('the lane is alone and has the whole limit', () => {
		const share = new Share(second);

		expect(share.at(resumes)).toBe(1);
		expect(share.standing(resumes)).toBe('alone');
		expect(share.mayTry(resumes)).toBe(false);
	});
});

describe('after the first refusals', () => {
	it('the lane keeps the whole limit and counts what the service leaves it', () => {
		const share = counting();

		expect(share.at(resumes)).toBe(1);
		expect(share.standing(resumes)).toBe('counting');
		expect(share.standing(resumes + 1_499)).toBe('counting');
	});

	it('it is alone again when the window is over without another refusal', () => {
		expect(counting().standing(resumes + 1_500)).toBe('alone');
	});

	it('it counts from when it may go on, however long the service asks to wait', () => {
		const share = new Share(second);
		share.refused({ permittedAt: 0, at: 10, resumesAt: 20 * second, taken: took(0.5) });

		expect(share.standing(20 * second)).toBe('counting');
		refuse(share, 20 * second + 300, { ofCalls: 0.3, ofLimit: 0.3 });
		expect(share.at(20 * second + 300)).toBeCloseTo(0.3, 5);
	});

	it('further refusals of calls from before that tell nothing of the share', () => {
		const share = counting();
		refuse(share, resumes + 50, took(0.1), resumes - 1);

		expect(share.at(resumes + 50)).toBe(1);
	});

	it('the first call of the count tells of the share', () => {
		const share = counting();
		refuse(share, resumes + 50, took(0.5), resumes);

		expect(share.at(resumes + 50)).toBeCloseTo(0.5, 5);
	});

	it('a refusal may come late and still be counted', () => {
		const share = counting();
		refuse(share, resumes + 7_900, { ofCalls: 0.9, ofLimit: 0.4 });

		expect(share.at(resumes + 7_900)).toBeCloseTo(0.4, 5);
	});

	it('a refusal long after it begins another count', () => {
		const share = counting();
		refuse(share, resumes + 8_000, { ofCalls: 0.9, ofLimit: 0.4 });

		expect(share.at(resumes + 8_000)).toBe(1);
		expect(share.standing(resumes + 9_000)).toBe('counting');
	});
});

describe('the count', () => {
	it('gives the part of the calls that the service took', () => {
		const share = counting();
		refuse(share, start, took(0.4));

		expect(share.at(start)).toBeCloseTo(0.4, 5);
		expect(share.standing(start)).toBe('sharing');
	});

	it('takes refusals of calls that were under way together as one', () => {
		const share = counting();
		refuse(share, start, took(0.9));
		refuse(share, start + 1, took(0.8), start - 9);
		refuse(share, start + 2, took(0.5), start + 1);

		expect(share.at(start + 2)).toBeCloseTo(0.5, 5);
	});

	it('does not rise by a further refusal of the same calls', () => {
		const share = counting();
		refuse(share, start, took(0.4));
		refuse(share, start + 1, took(0.9), start - 10);

		expect(share.at(start + 1)).toBeCloseTo(0.4, 2);
	});

	it('is never more than what the service took in the last window', () => {
		expect(found(9 / 25).at(start)).toBeCloseTo(9 / 25, 5);
	});

	it('gives away little where the service took nearly all calls', () => {
		const share = counting();
		refuse(share, start, took(0.95));

		expect(share.at(start)).toBe(0.85);
	});

	it('is no heap of refusals where the service took six tenths of the calls', () => {
		const share = counting();
		refuse(share, start, took(0.6));

		expect(share.at(start)).toBe(0.85);
	});
});

describe('a share that has been found', () => {
	/** A share that tries for more since so many milliseconds after it was found. */
	function trying(part: number, since: number): Share {
		const share = found(part);
		share.beginTry(start + since);
		return share;
	}

	const callsMore = (share: Share, of: number, milliseconds: number) =>
		Math.round((share.at(start + milliseconds) - of) / oneCall);

	it('stays for some windows, until it may try for more', () => {
		const share = found(0.32);

		expect(share.mayTry(start)).toBe(false);
		expect(share.mayTry(start + 9_999)).toBe(false);
		expect(share.mayTry(start + 10_000)).toBe(true);
		expect(callsMore(share, 0.32, 10_000)).toBe(0);
	});

	it('tries by one call more, two, four, and soon for all', () => {
		const share = trying(0.32, 10_500);
		const more = (milliseconds: number) => callsMore(share, 0.32, milliseconds);

		expect([10_500, 11_499, 11_500, 12_500, 13_500, 14_500, 15_500].map(more)).toEqual([
			1, 1, 1, 2, 4, 6, 10,
		]);
		expect(share.at(start + 20 * second)).toBe(1);
		expect(share.standing(start + 20 * second)).toBe('alone');
	});

	it('tries once, until it is refused', () => {
		const share = trying(0.32, 10_500);
		expect(share.mayTry(start + 10_500)).toBe(false);
		refuse(share, start + 10_700, took(0.9));

		expect(share.at(start + 19_000)).toBeCloseTo(0.32, 5);
		expect(share.mayTry(start + 20_699)).toBe(false);
		expect(share.mayTry(start + 20_700)).toBe(true);
	});

	it('grows by itself when no call begins the try: then nobody has used it for long', () => {
		const share = found(0.32);

		expect(callsMore(share, 0.32, 11_999)).toBe(0);
		expect(callsMore(share, 0.32, 12_000)).toBe(1);
		expect(share.at(start + 22 * second)).toBe(1);
	});

	it.each([
		[0.16, 8],
		[0.25, 8],
		[0.28, 9],
		[0.36, 12],
		[0.48, 12],
	])('of %d of the limit stays for %i windows: the larger, the longer', (part, windows) => {
		expect(found(part).mayTry(start + windows * second - 1)).toBe(false);
		expect(found(part).mayTry(start + windows * second)).toBe(true);
	});

	it('stays what it was when a try for one call more fails', () => {
		const share = trying(0.32, 10_000);
		refuse(share, start + 10_500, took(0.9));

		expect(share.at(start + 10_500)).toBeCloseTo(0.32, 5);
	});

	it.each([
		[0.36, 0],
		[0.4, 1],
		[0.48, 1],
	])('of %d of the limit gives %i calls away when its try fails', (part, calls) => {
		const share = trying(part, 12_000);
		refuse(share, start + 12_500, took(0.9));

		expect(share.at(start + 12_500)).toBeCloseTo(part - calls * oneCall, 5);
	});

	it('keeps of a later try what the service took', () => {
		const share = trying(0.32, 10_000);
		refuse(share, start + 12_500, { ofCalls: 0.9, ofLimit: 0.36 });

		expect(share.at(start + 12_500)).toBeCloseTo(0.36, 5);
	});

	it('is not lowered by a later try of which the service took all but a few calls', () => {
		const share = trying(0.32, 10_000);
		refuse(share, start + 12_500, took(0.9));

		expect(share.at(start + 12_500)).toBeCloseTo(0.32 + 2 * oneCall, 5);
	});

	it('takes another step for a call that left after the last one', () => {
		const share = found(0.4);
		refuse(share, start + 500, took(0.5), start + 1);

		expect(share.at(start + 500)).toBeCloseTo(0.2, 5);
	});

	it('gives a little away when it is refused without having tried', () => {
		const share = found(0.4);
		refuse(share, start + 3_000, took(0.9));

		expect(share.at(start + 3_000)).toBeCloseTo(0.4 * (1 - 0.2 * 0.4), 5);
	});

	it('goes down to half where it had more', () => {
		const share = found(0.8);
		refuse(share, start + 3_000, took(0.9));

		expect(share.at(start + 3_000)).toBe(0.5);
	});

	it('counts anew when it had become the whole again', () => {
		const share = found(0.4);
		refuse(share, start + 40_000, { ofCalls: 0.9, ofLimit: 0.3 });

		expect(share.at(start + 40_000)).toBe(1);
		expect(share.standing(start + 41_000)).toBe('counting');
	});
});

describe('a share of which nothing is known, because the service took hardly anything', () => {
	const lost = (): Share => {
		const share = counting();
		refuse(share, start, { ofCalls: 0.1, ofLimit: 0.1 });
		return share;
	};

	it('doubles every two windows, until it is refused again', () => {
		const share = lost();

		expect(share.at(start + 2 * second)).toBeCloseTo(0.2, 5);
		expect(share.at(start + 4 * second)).toBeCloseTo(0.4, 5);
		refuse(share, start + 4 * second, { ofCalls: 0.9, ofLimit: 0.24 });
		expect(share.at(start + 4 * second)).toBeCloseTo(0.24, 5);
		expect(share.at(start + 7 * second)).toBeCloseTo(0.24, 5);
	});

	it('keeps what it has grown to where only one of few calls was refused', () => {
		const share = lost();
		refuse(share, start + 1_000, took(0.9));

		expect(share.at(start + 1_000)).toBeCloseTo(0.1 * 2 ** 0.5, 5);
	});

	it('becomes the whole in time, and no more, without a try', () => {
		expect(lost().at(start + 60 * second)).toBe(1);
		expect(lost().mayTry(start + 60 * second)).toBe(false);
	});

	it('is not one of four calls', () => {
		const share = counting();
		refuse(share, start, { ofCalls: 0.2, ofLimit: 4 * oneCall });

		expect(share.at(start + 2 * second)).toBeCloseTo(4 * oneCall, 5);
	});
});

it('comes closer to the others: with the same refusals, a large share gives away more', () => {
	const small = found(0.2);
	const large = found(0.5);
	const apart = (now: number) => large.at(now) / small.at(now);
	const before = apart(start);
	let now = start;
	for (let count = 0; count < 20; count += 1) {
		now += 5 * second;
		refuse(small, now, took(0.9));
		refuse(large, now, took(0.9));
	}

	expect(apart(now)).toBeLessThan(before / 1.3);
});

it('stays between nothing and the whole, and never rises by a refusal', () => {
	const refusal = fc.record({
		after: fc.nat(20_000),
		wayBack: fc.nat(2_000),
		ofCalls: fc.double({ min: 0, max: 1, noNaN: true }),
		ofLimit: fc.double({ min: oneCall, max: 1, noNaN: true }),
		hasTried: fc.boolean(),
	});
	fc.assert(
		fc.property(fc.array(refusal), (refusals) => {
			const share = new Share(second);
			let now = start;
			for (const { after, wayBack, ofCalls, ofLimit, hasTried } of refusals) {
				if (hasTried && share.mayTry(now)) share.beginTry(now);
				now += after;
				const before = share.at(now);
				refuse(share, now, { ofCalls, ofLimit }, now - wayBack);
				expect(share.at(now)).toBeLessThanOrEqual(before);
				expect(share.at(now)).toBeGreaterThan(0);
			}
		}),
	);
});

it('never goes down to nothing', () => {
	const share = found(0.3);
	for (let step = 1; step < 50; step += 1) refuse(share, start + step * 20, took(0.1));

	expect(share.at(start + 1_000)).toBeGreaterThanOrEqual(0.01);
});
