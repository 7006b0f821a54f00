import { readNumber } from '../../../../nodes/ChannelMessaging/parameters/values/number';

describe('a number', () => {
	it.each([
		[0, 0],
		[-1.5, -1.5],
		['25', 25],
		[' 25 ', 25],
		['0', 0],
		[Infinity, Infinity],
	])('is read from %j', (value, number) => {
		expect(readNumber(value)).toBe(number);
	});

	it.each(['', ' ', '\n', 'many', '25 seconds', undefined, null, true, new Date(0)])(
		'is none in %j, which is not taken for 0 or 1',
		(value) => {
			expect(readNumber(value)).toBeNaN();
		},
	);
});
