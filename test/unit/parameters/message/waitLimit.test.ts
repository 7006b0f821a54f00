import { readWaitLimit } from '../../../../nodes/ChannelMessaging/parameters/message/waitLimit';
import { givenParameters } from '../givenParameters';
import { parameterErrorOf } from '../parameterErrorOf';

const read = (values: object, timeZone = 'UTC') =>
	readWaitLimit({
		...givenParameters({ options: { limitWaitTime: { values } } }),
		timeZone: () => timeZone,
	});

const after = (resumeAmount: unknown, resumeUnit?: unknown) =>
	read({ limitType: 'afterTimeInterval', resumeAmount, resumeUnit });

const at = (maxDateAndTime: unknown, timeZone?: string) =>
	read({ limitType: 'atSpecifiedTime', maxDateAndTime }, timeZone);

describe('the time to wait', () => {
	it('has no end where no limit was added', () => {
		expect(readWaitLimit(givenParameters({ options: {} }))).toBeUndefined();
	});

	it.each([
		[45, 'minutes', 2_700_000],
		[1.5, 'hours', 5_400_000],
		['2', 'days', 172_800_000],
		[1, undefined, 3_600_000],
	])('ends after %s %s', (amount, unit, milliseconds) => {
		expect(after(amount, unit)).toEqual({ after: milliseconds });
	});

	it.each([
		[0, 'hours'],
		[-1, 'hours'],
		['soon', 'hours'],
		[1e300, 'days'],
	])('is refused: %s %s', (amount, unit) => {
		const { message } = parameterErrorOf(() => after(amount, unit));
		expect(message).toBe("'Limit Wait Time' is not a time to wait");
	});

	it.each([
		['2030-07-01T12:00:00', 'UTC', '2030-07-01T12:00:00Z'],
		['2030-07-01T12:00:00', 'Europe/Madrid', '2030-07-01T10:00:00Z'],
		['2030-07-01T12:00:00-03:00', 'Europe/Madrid', '2030-07-01T15:00:00Z'],
	])('ends at %s in %s', (value, timeZone, time) => {
		expect(at(value, timeZone)).toEqual({ at: Date.parse(time) });
	});

	it.each(['', 'tomorrow', '9999-12-31', undefined, {}])('is refused: until %j', (value) => {
		const { message } = parameterErrorOf(() => at(value));
		expect(message).toBe("'Max Date and Time' is not a date and time");
	});
});
