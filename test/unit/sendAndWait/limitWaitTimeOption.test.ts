import { tryToParseDateTime } from 'n8n-workflow';

import { readWaitLimit } from '../../../nodes/ChannelMessaging/sendAndWait/limitWaitTimeOption';
import { itemParameters } from '../parameters/itemParameters';
import { parameterErrorOf } from '../parameters/parameterErrorOf';

const read = (values: object, timeZone = 'UTC') =>
	readWaitLimit({
		...itemParameters({ options: { limitWaitTime: { values } } }),
		timeZone,
	});

const after = (resumeAmount: unknown, resumeUnit?: unknown) =>
	read({ limitType: 'afterTimeInterval', resumeAmount, resumeUnit });

const at = (maxDateAndTime: unknown, timeZone?: string) =>
	read({ limitType: 'atSpecifiedTime', maxDateAndTime }, timeZone);

it('readWaitLimit returns undefined without the option Limit Wait Time', () => {
	expect(readWaitLimit(itemParameters({ options: {} }))).toBeUndefined();
});

it.each([
	[45, 'minutes', 2_700_000],
	[1.5, 'hours', 5_400_000],
	['2', 'days', 172_800_000],
])('readWaitLimit reads an interval of %s %s', (amount, unit, milliseconds) => {
	expect(after(amount, unit)).toEqual({ after: milliseconds });
});

it('readWaitLimit uses the defaults of parameters that a workflow was saved without', () => {
	expect(read({})).toEqual({ after: 3_600_000 });
});

it.each([
	[0, 'hours'],
	[-1, 'hours'],
	['soon', 'hours'],
	[undefined, 'hours'],
	[1e300, 'days'],
])('readWaitLimit rejects an interval of %s %s', (amount, unit) => {
	const { message } = parameterErrorOf(() => after(amount, unit));
	expect(message).toBe("'Limit Wait Time' is not a valid duration");
});

it.each([
	['Limit Type', { limitType: undefined }],
	['Unit', { resumeUnit: undefined }],
])('readWaitLimit rejects an expression without a value for %s', (label, values) => {
	const { message } = parameterErrorOf(() => read({ resumeAmount: 1, ...values }));
	expect(message).toBe(`'${label}' is empty, which is not one of its options`);
});

it.each([
	['2030-07-01T12:00:00', 'UTC', '2030-07-01T12:00:00Z'],
	['2030-07-01T12:00:00', 'Europe/Madrid', '2030-07-01T10:00:00Z'],
	['2030-07-01T12:00', 'Europe/Madrid', '2030-07-01T10:00:00Z'],
	[' 2030-07-01T12:00:00.250\n', 'Europe/Madrid', '2030-07-01T10:00:00.250Z'],
	['2030-07-01', 'Europe/Madrid', '2030-06-30T22:00:00Z'],
	['2030-07-01T12:00:00-03:00', 'Europe/Madrid', '2030-07-01T15:00:00Z'],
	['2030-07-01T12:00:00-0300', 'Europe/Madrid', '2030-07-01T15:00:00Z'],
	['2030-07-01T12:00:00Z', 'Europe/Madrid', '2030-07-01T12:00:00Z'],
	[new Date('2030-07-01T12:00:00Z'), 'Europe/Madrid', '2030-07-01T12:00:00Z'],
	[tryToParseDateTime('2030-07-01T12:00:00', 'Asia/Tokyo'), 'UTC', '2030-07-01T03:00:00Z'],
])('readWaitLimit reads the time %s in the time zone %s', (value, timeZone, time) => {
	expect(at(value, timeZone)).toEqual({ at: Date.parse(time) });
});

it.each([
	['moves a skipped time one hour later', '2030-03-31T02:30:00', '2030-03-31T01:30:00Z'],
	['uses the first of two equal times', '2030-10-27T02:30:00', '2030-10-27T00:30:00Z'],
])('readWaitLimit %s when the clocks change', (_, value, time) => {
	expect(at(value, 'Europe/Madrid')).toEqual({ at: Date.parse(time) });
});

it.each([
	'',
	'tomorrow',
	'9999-12-31',
	'01/02/2030',
	'2030-01-31 18:00:00',
	'2030',
	'18:00',
	'2030-02-30T18:00:00',
	'2030-01-31T25:00:00',
	1_900_000_000_000,
	new Date(NaN),
	undefined,
])('readWaitLimit rejects the time %j', (value) => {
	const { message, advice } = parameterErrorOf(() => at(value));
	expect(message).toBe("'Max Date and Time' is not a date and time");
	expect(advice).toContain('2030-01-31T18:00:00+01:00');
});

it.each([{}, ['2030-01-31']])('readWaitLimit rejects a time that is not a string: %j', (value) => {
	expect(parameterErrorOf(() => at(value)).message).toMatch(/^'Max Date and Time' is an? /);
});
