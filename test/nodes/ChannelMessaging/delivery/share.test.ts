import fc from 'fast-check';

import { Share } from '../../../../nodes/ChannelMessaging/delivery/share';

const start = 1_700_000_000_000;
const second = 1_000;

it('is the whole limit until somebody else turns up', () => {
	expect(new Share(second).at(start)).toBe(1);
});

it('goes down to the part of the calls that the service took', () => {
	const share = new Share(second);
	share.refused(start - 10, 0.4, start);

	expect(share.at(start)).toBeCloseTo(0.4, 5);
});

it('takes refusals of calls that were under way together as one step', () => {
	const share = new Share(second);
	share.refused(start - 10, 0.9, start);
	share.refused(start - 9, 0.8, start + 1);
	share.refused(start - 8, 0.5, start + 2);

	expect(share.at(start + 2)).toBeCloseTo(0.5, 5);
});

it('takes another step for a call that left after the last one', () => {
	const share = new Share(second);
	share.refused(start - 10, 0.8, start);
	const later = start + second;
	const before = share.at(later);
	share.refused(start + 500, 0.5, later);

	expect(share.at(later)).toBeCloseTo(before / 2, 5);
});

it('gives away little where the service took nearly all calls', () => {
	const share = new Share(second);
	share.refused(start - 10, 0.95, start);

	expect(share.at(start)).toBeLessThan(1);
	expect(share.at(start)).toBeGreaterThanOrEqual(0.8);
});

it('stays for a while, then tries for one call more, and soon for all', () => {
	const share = new Share(second);
	share.refused(start - 10, 0.95, start);
	const at = (seconds: number) => share.at(start + seconds * second);

	expect(at(5)).toBe(at(0));
	const [firstTry = 0] = Array.from({ length: 60 }, (_, index) => index).filter(
		(seconds) => at(seconds) > at(0),
	);
	expect(firstTry).toBeGreaterThan(5);
	expect(at(firstTry)).toBeLessThanOrEqual(at(0) + 0.04);
	expect(at(firstTry + 5)).toBe(1);
});

it('doubles after a heap of refusals, because it knows little, until it is refused again', () => {
	const share = new Share(second);
	share.refused(start - 10, 0.1, start);

	expect(share.at(start + 2 * second)).toBeCloseTo(0.2, 5);
	expect(share.at(start + 4 * second)).toBeCloseTo(0.4, 5);
	share.refused(start + 3 * second, 0.9, start + 4 * second);
	const settled = share.at(start + 4 * second);
	expect(settled).toBeGreaterThan(0.1);
	expect(settled).toBeLessThan(0.4);
	expect(share.at(start + 7 * second)).toBe(settled);
});

/** The first moment, in windows, at which a share is larger than at a time. */
function firstTryAfter(share: Share, now: number): number {
	let windows = 0;
	while (share.at(now + windows * second) <= share.at(now)) windows += 1;
	return windows;
}

it('goes back when a try fails, and tries the more rarely the more tries have failed', () => {
	const share = new Share(second);
	share.refused(start - 10, 0.2, start);
	share.refused(start + 100, 0.9, start + 200);
	let now = start + 200;
	const known = share.at(now);
	const pauses: number[] = [];
	for (let count = 0; count < 5; count += 1) {
		const windows = firstTryAfter(share, now);
		pauses.push(windows);
		now += windows * second;
		share.refused(now - 10, 0.9, now);
		expect(share.at(now)).toBeLessThan(known + 0.08);
	}

	expect(pauses.at(-1)).toBeGreaterThan(pauses[0] ?? Infinity);
});

it('tries for more the sooner the smaller it is', () => {
	const small = new Share(second);
	const large = new Share(second);
	for (const [share, taken] of [
		[small, 0.1],
		[large, 0.5],
	] as const) {
		share.refused(start - 10, taken, start);
		share.refused(start + 100, 0.9, start + 200);
	}

	expect(firstTryAfter(small, start + 200)).toBeLessThan(firstTryAfter(large, start + 200));
});

it('comes closer to the others: with the same refusals, a large share gives away more', () => {
	const small = new Share(second);
	const large = new Share(second);
	small.refused(start - 10, 0.2, start);
	large.refused(start - 10, 0.6, start);
	const apart = (now: number) => large.at(now) / small.at(now);
	const before = apart(start);
	let now = start;
	for (let count = 0; count < 20; count += 1) {
		now += 5 * second;
		small.refused(now - 10, 0.9, now);
		large.refused(now - 10, 0.9, now);
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
				share.refused(now, taken, now);
				expect(share.at(now)).toBeLessThanOrEqual(before);
				expect(share.at(now)).toBeGreaterThan(0);
			}
		}),
	);
});

it('never goes down to nothing', () => {
	const share = new Share(second);
	for (let step = 0; step < 50; step += 1) share.refused(start + step, 0.1, start + step);

	expect(share.at(start + 50)).toBeGreaterThan(0);
});
