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
	expect(share.at(start)).toBeGreaterThanOrEqual(0.9);
});

it('rises, and ever faster when nobody refuses for long, up to the whole', () => {
	const share = new Share(second);
	share.refused(start - 10, 0.3, start);
	const at = (seconds: number) => share.at(start + seconds * second);

	expect(at(10)).toBeGreaterThan(at(0));
	expect(at(20) - at(10)).toBeCloseTo(at(10) - at(0), 5);
	expect(at(60) - at(55)).toBeGreaterThan(at(55) - at(50));
	expect(at(90)).toBe(1);
});

it('rises the more slowly the more refusals have told it where its share ends', () => {
	const share = new Share(second);
	let now = start;
	const riseAfterRefusal = () => {
		share.refused(now - 10, 0.95, now);
		const low = share.at(now);
		now += 5 * second;
		return share.at(now) - low;
	};
	share.refused(now - 10, 0.3, now);
	now += second;
	const first = riseAfterRefusal();
	for (let count = 0; count < 20; count += 1) riseAfterRefusal();

	expect(riseAfterRefusal()).toBeLessThan(first / 5);
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
