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
	share.refused(start - 8, 0.7, start + 2);

	expect(share.at(start + 2)).toBeCloseTo(0.7, 5);
});

it('takes another step for a call that left after the last one', () => {
	const share = new Share(second);
	share.refused(start - 10, 0.8, start);
	const later = start + second;
	const before = share.at(later);
	share.refused(start + 500, 0.5, later);

	expect(share.at(later)).toBeCloseTo(before / 2, 5);
});

it('rises quickly, stays about there, and then rises ever faster, up to the whole', () => {
	const share = new Share(second);
	share.refused(start - 10, 0.5, start);
	const at = (seconds: number) => share.at(start + seconds * second);

	expect(at(5) - at(0)).toBeGreaterThan(at(10) - at(5));
	expect(at(15) - at(10)).toBeLessThan(at(20) - at(15));
	expect(at(20) - at(15)).toBeLessThan(at(25) - at(20));
	expect(at(60)).toBe(1);
});

it('never goes down to nothing', () => {
	const share = new Share(second);
	for (let step = 0; step < 50; step += 1) share.refused(start + step, 0.1, start + step);

	expect(share.at(start + 50)).toBeGreaterThan(0);
});
