import { Shortest } from '../../../../nodes/ChannelMessaging/delivery/shortest';

/** The shortest of these times, which eases by two milliseconds with each. */
function shortestOf(...times: number[]): number {
	const shortest = new Shortest(2);
	for (const time of times) shortest.measured(time);
	return shortest.milliseconds;
}

describe('the shortest time', () => {
	it('is nothing while none was measured', () => {
		expect(shortestOf()).toBe(0);
	});

	it('is the first one, and then any that is shorter', () => {
		expect(shortestOf(30)).toBe(30);
		expect(shortestOf(30, 10)).toBe(10);
	});

	it('eases with each that is longer, and never becomes more than the last one', () => {
		expect(shortestOf(10, 30)).toBe(12);
		expect(shortestOf(10, 30, 30, 30)).toBe(16);
		expect(shortestOf(10, 11, 11)).toBe(11);
	});
});
