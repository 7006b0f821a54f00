import fc from 'fast-check';

import { Share, type Taken } from '../../../../nodes/ChannelMessaging/delivery/share';

const start = 1_700_000_000_000;
const second = 1_000;
/** One call of 25. */
const oneCall = 0.04;

/** So much of the last window's calls, which were as many as the limit allows. */
const took = (ofCalls: number): Taken => ({ ofCalls, ofLimit: 1 });

it('is the whole limit until somebody else turns up', () => {
	expect(new Share(second).at(start)).toBe(1);
});

it('goes down to the part of the calls that the service took', () => {
	const share = new Share(second);
	share.refused(start - 10, took(0.4), start);

	expect(share.at(start)).toBeCloseTo(0.4, 5);
});

it('takes refusals of calls that were under way together as one step', () => {
	const share = new Share(second);
	share.refused(start - 10, took(0.9), start);
	share.refused(start - 9, took(0.8), start + 1);
	share.refused(start - 8, took(0.5), start + 2);

	expect(share.at(start + 2)).toBeCloseTo(0.5, 5);
});

it('takes another step for a call that left after the last one', () => {
	const share = new Share(second);
	share.refused(start - 10, took(0.8), start);
	const later = start + second;
	const before = share.at(later);
	share.refused(start + 500, took(0.5), later);

	expect(share.at(later)).toBeCloseTo(before / 2, 5);
});

it('gives away little where the service took nearly all calls', () => {
	const share = new Share(second);
	share.refused(start - 10, took(0.95), start);

	expect(share.at(start)).toBeLessThan(1);
	expect(share.at(start)).toBeGreaterThanOrEqual(0.8);
});

it('is never more than what the service took in the last window', () => {
	const share = new Share(second);
	share.refused(start - 10, { ofCalls: 0.9, ofLimit: 9 / 25 }, start);

	expect(share.at(start)).toBeCloseTo(9 / 25, 5);
});

it('stays for eight windows, then tries for more: by one call, two, four, and soon for all', () => {
	const share = new Share(second);
	share.refused(start - 10, { ofCalls: 0.9, ofLimit: 0.4 }, start);
	const more = (milliseconds: number) =>
		Math.round((share.at(start + milliseconds) - 0.4) / oneCall);

	expect([0, 7_999].map(more)).toEqual([0, 0]);
	expect([8_000, 8_999, 9_000, 10_000, 11_000, 12_000, 13_000].map(more)).toEqual([
		1, 1, 1, 2, 4, 6, 10,
	]);
	expect(share.at(start + 14 * second)).toBe(1);
});

it('doubles after a heap of refusals, because it knows little, until it is refused again', () => {
	const share = new Share(second);
	share.refused(start - 10, took(0.1), start);

	expect(share.at(start + 2 * second)).toBeCloseTo(0.2, 5);
	expect(share.at(start + 4 * second)).toBeCloseTo(0.4, 5);
	share.refused(start + 3 * second, took(0.9), start + 4 * second);
	const settled = share.at(start + 4 * second);
	expect(settled).toBeGreaterThan(0.1);
	expect(settled).toBeLessThan(0.4);
	expect(share.at(start + 7 * second)).toBe(settled);
});

describe('a share that has been found', () => {
	/** Four tenths of the limit, found at the start. */
	function found(): Share {
		const share = new Share(second);
		share.refused(start - 10, { ofCalls: 0.9, ofLimit: 0.4 }, start);
		return share;
	}

	it('stays what it was when a try for one call more fails', () => {
		const share = found();
		share.refused(start + 8_500, took(0.9), start + 8_510);

		expect(share.at(start + 8_510)).toBeCloseTo(0.4, 5);
	});

	it('keeps one of two calls that it gained when the second fails', () => {
		const share = found();
		share.refused(start + 10_500, took(0.9), start + 10_510);

		expect(share.at(start + 10_510)).toBeCloseTo(0.4 + oneCall, 5);
	});

	it('keeps half of what it gained when a later try fails', () => {
		const share = found();
		share.refused(start + 11_500, took(0.9), start + 11_510);

		expect(share.at(start + 11_510)).toBeCloseTo(0.4 + 2 * oneCall, 5);
	});

	it('gives a little away when it is refused without having tried', () => {
		const share = found();
		share.refused(start + 3_000, took(0.9), start + 3_010);

		expect(share.at(start + 3_010)).toBeCloseTo(0.4 * (1 - 0.2 * 0.4), 5);
	});

	it('goes down to half where it had more', () => {
		const share = new Share(second);
		share.refused(start - 10, took(0.9), start);
		share.refused(start + 3_000, took(0.9), start + 3_010);

		expect(share.at(start + 3_010)).toBe(0.5);
	});

	it('begins anew when it had become the whole again', () => {
		const share = found();
		share.refused(start + 30_000, took(0.9), start + 30_010);

		expect(share.at(start + 30_010)).toBe(0.85);
	});
});

it('comes closer to the others: with the same refusals, a large share gives away more', () => {
	const small = new Share(second);
	const large = new Share(second);
	small.refused(start - 10, took(0.2), start);
	large.refused(start - 10, took(0.6), start);
	const apart = (now: number) => large.at(now) / small.at(now);
	const before = apart(start);
	let now = start;
	for (let count = 0; count < 20; count += 1) {
		now += 5 * second;
		small.refused(now - 10, took(0.9), now);
		large.refused(now - 10, took(0.9), now);
	}

	expect(apart(now)).toBeLessThan(before / 1.3);
});

it('stays between nothing and the whole, and never rises by a refusal', () => {
	const refusal = fc.record({
		after: fc.nat(200_000),
		taken: fc.double({ min: 0, max: 1, noNaN: true }),
	});
	fc.assert(
		fc.property(fc.array(refusal), (refusals) => {
			const share = new Share(second);
			let now = start;
			for (const { after, taken } of refusals) {
				now += after;
				const before = share.at(now);
				share.refused(now, took(taken), now);
				expect(share.at(now)).toBeLessThanOrEqual(before);
				expect(share.at(now)).toBeGreaterThan(0);
			}
		}),
	);
});

it('never goes down to nothing', () => {
	const share = new Share(second);
	for (let step = 0; step < 50; step += 1) share.refused(start + step, took(0.1), start + step);

	expect(share.at(start + 50)).toBeGreaterThan(0);
});

it('takes a refusal of a call that left in the very moment of the last lowering as the same step', () => {
	const share = new Share(second);
	share.refused(start - 10, took(0.8), start);
	share.refused(start, took(0.5), start + 5);

	expect(share.at(start + 5)).toBeCloseTo(0.5, 5);
});

it('is not lost where the service took six tenths of the calls', () => {
	const share = new Share(second);
	share.refused(start - 10, took(0.6), start);

	expect(share.at(start)).toBe(0.85);
});

it('does not rise by a further refusal of the same calls', () => {
	const share = new Share(second);
	share.refused(start - 10, took(0.4), start);
	share.refused(start - 10, took(0.9), start + 1);

	expect(share.at(start + 1)).toBeCloseTo(0.4, 2);
});

describe('a share that was lost', () => {
	function lost(): Share {
		const share = new Share(second);
		share.refused(start - 10, took(0.1), start);
		return share;
	}

	it('goes half the way back when it is refused while it grows', () => {
		const share = lost();
		share.refused(start + 100, took(0.9), start + 200);

		expect(share.at(start + 200)).toBeCloseTo((0.1 + 0.1 * 2 ** 0.1) / 2, 5);
	});

	it('becomes the whole in time, and no more', () => {
		expect(lost().at(start + 60 * second)).toBe(1);
	});
});
