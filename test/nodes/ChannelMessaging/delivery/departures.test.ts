import { type Departure, Departures } from '../../../../nodes/ChannelMessaging/delivery/departures';

const departureAt = (time: number): Departure => ({ permittedAt: time, departedAt: time });

function departuresAt(...times: number[]): Departures {
	const departures = new Departures();
	for (const time of times)
		departures.add({ permittedAt: time, departedAt: time, isRefused: false });
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
		const late = { permittedAt: 10, departedAt: 10, isRefused: false };
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
			departures.add({ permittedAt: time, departedAt: time, isRefused: false });
			departures.forgetUntil(time - 25);
			const remembered = Math.min(time, 25);
			expect(departures.count).toBe(remembered);
			expect(departures.fromNewest(1)?.departedAt).toBe(time);
			expect(departures.fromNewest(remembered)?.departedAt).toBe(time - remembered + 1);
			expect(departures.fromNewest(remembered + 1)).toBeUndefined();
		}
	});
});
