import { type Departure, Departures } from '../../../../nodes/ChannelMessaging/delivery/departures';

const departureAt = (time: number, isRefused = false): Departure => ({
	permittedAt: time,
	departedAt: time,
	isInBurst: false,
	isCrowded: false,
	isRefused,
	turn: 0,
});

function departuresAt(...times: number[]): Departures {
	const departures = new Departures();
	for (const time of times) departures.add(departureAt(time));
	return departures;
}

const times = (departures: Departures): Array<number | undefined> =>
	Array.from(
		{ length: departures.count },
		(_, index) => departures.fromNewest(index + 1)?.departedAt,
	);

describe('departures', () => {
	it('are none at first', () => {
		expect(departuresAt().count).toBe(0);
		expect(departuresAt().fromNewest(1)).toBeUndefined();
	});

	it('are counted back from the newest', () => {
		const departures = departuresAt(10, 20, 30);
		expect(times(departures)).toEqual([30, 20, 10]);
		expect(departures.fromNewest(4)).toBeUndefined();
	});

	it('are forgotten up to a time, which is included', () => {
		const departures = departuresAt(10, 20, 30);
		departures.forgetUntil(9);
		expect(times(departures)).toEqual([30, 20, 10]);
		departures.forgetUntil(20);
		expect(times(departures)).toEqual([30]);
		expect(departures.fromNewest(2)).toBeUndefined();
		departures.forgetUntil(1_000);
		expect(departures.count).toBe(0);
		expect(departures.fromNewest(1)).toBeUndefined();
	});

	it('are forgotten by when they left, not by when they were allowed to', () => {
		const departures = new Departures();
		const late = departureAt(10);
		departures.add(late);
		late.departedAt = 50;
		departures.forgetUntil(20);
		expect(departures.fromNewest(1)).toBe(late);
	});

	it('keep a later one until all before it are forgotten', () => {
		const departures = departuresAt(50, 20);
		departures.forgetUntil(30);
		expect(times(departures)).toEqual([20, 50]);
		departures.forgetUntil(50);
		expect(departures.count).toBe(0);
	});

	it('stay right over thousands of calls, of which only a window is remembered', () => {
		const departures = new Departures();
		for (let time = 1; time <= 5_000; time += 1) {
			departures.add(departureAt(time));
			departures.forgetUntil(time - 25);
			const remembered = Math.min(time, 25);
			expect(departures.count).toBe(remembered);
			expect(departures.fromNewest(1)?.departedAt).toBe(time);
			expect(departures.fromNewest(remembered)?.departedAt).toBe(time - remembered + 1);
			expect(departures.fromNewest(remembered + 1)).toBeUndefined();
		}
	});
});

describe('the part of the departures that the service took', () => {
	const partSince = (from: number, ...list: Departure[]): number => {
		const departures = new Departures();
		for (const departure of list) departures.add(departure);
		return departures.taken(from, Infinity).part;
	};

	it('is all while none is known to be refused', () => {
		expect(partSince(0)).toBe(1);
		expect(partSince(0, departureAt(10), departureAt(20))).toBe(1);
	});

	it('shrinks with every refusal, but few calls are not trusted to tell much', () => {
		expect(partSince(0, departureAt(10, true))).toBeCloseTo(2 / 3);
		expect(partSince(0, departureAt(10, true), departureAt(20, true))).toBeCloseTo(2 / 4);
		const many = Array.from({ length: 98 }, (_, index) => departureAt(index, index % 2 === 0));
		expect(partSince(0, ...many)).toBeCloseTo(0.51);
	});

	it('does not look at what left before', () => {
		const list = [departureAt(10, true), departureAt(20, true), departureAt(30)];
		expect(partSince(20, ...list)).toBeCloseTo(3 / 4);
		expect(partSince(21, ...list)).toBe(1);
	});
});

describe('the departures that the service took', () => {
	it('are those that it is not known to have refused', () => {
		const departures = new Departures();
		expect(departures.taken(0, 100).calls).toBe(0);
		for (const time of [10, 20, 30, 40]) departures.add(departureAt(time, time === 30));

		expect(departures.taken(0, 100).calls).toBe(3);
	});

	it('are those of a time, whose ends are included', () => {
		const departures = departuresAt(10, 20, 30, 40);

		expect(departures.taken(20, 40).calls).toBe(3);
		expect(departures.taken(21, 39).calls).toBe(1);
	});

	/** One a millisecond, of which the newest so many are the window. */
	function departuresUntil(last: number, window: number): Departures {
		const departures = new Departures();
		for (let time = 1; time <= last; time += 1) {
			departures.add(departureAt(time));
			departures.forgetUntil(time - window);
		}
		return departures;
	}

	it('are known for some time after their window', () => {
		expect(departuresUntil(1_000, 1).taken(951, 1_000).calls).toBe(50);
	});

	it('are known for another window where that holds many', () => {
		expect(departuresUntil(5_000, 300).taken(4_401, 5_000).calls).toBe(600);
	});

	it('are not remembered for ever', () => {
		expect(departuresUntil(1_000, 1).taken(0, 1_000).calls).toBeLessThanOrEqual(150);
	});
});
