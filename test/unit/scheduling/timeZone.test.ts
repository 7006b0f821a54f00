import {
	isoTime,
	readUnambiguousTimeZone,
	readTimeZone,
} from '../../../nodes/ChannelMessaging/scheduling/timeZone';

const winter = Date.parse('2026-01-15T12:00:00Z');

describe('readTimeZone', () => {
	it.each([
		{ text: 'Europe/Madrid', offset: 60 },
		{ text: ' europe/madrid ', offset: 60 },
		{ text: 'Asia/Kathmandu', offset: 345 },
		{ text: 'America/St_Johns', offset: -210 },
		{ text: 'UTC', offset: 0 },
		{ text: '+02:00', offset: 120 },
		{ text: '-0330', offset: -210 },
		{ text: '−3', offset: -180 },
		{ text: 'GMT+5:30', offset: 330 },
		{ text: 'utc -7', offset: -420 },
		{ text: '2', offset: 120 },
		{ text: '5.5', offset: 330 },
		{ text: '-3.5', offset: -210 },
		{ text: 'UTC+5,75', offset: 345 },
		{ text: '1.0', offset: 60 },
		{ text: 'America/New York', offset: -300 },
		{ text: '0', offset: 0 },
		{ text: '+14:00', offset: 840 },
		{ text: '-12:00', offset: -720 },
	])('reads "$text" as an offset of $offset minutes', ({ text, offset }) => {
		expect(readTimeZone(text)?.offsetAt(winter)).toBe(offset);
	});

	it.each([
		...['', ' ', 'Madrid', '+15', '+02:75', '123', 'null', '2026'],
		...['5.30', '5.45', '5.', '.5', '0530.5', '5:30.5', '15.5'],
		...['+14:30', '-12:30', '-13', 'UTC-14:00'],
	])('rejects "%s"', (text) => {
		expect(readTimeZone(text)).toBeUndefined();
	});

	it('follows daylight saving time', () => {
		expect(readTimeZone('Europe/Madrid')?.offsetAt(Date.parse('2026-07-15T12:00:00Z'))).toBe(120);
	});
});

describe('readUnambiguousTimeZone', () => {
	it.each(['BST', 'ist', ' CST ', 'AST', 'EST', 'MST', 'PST', 'ECT', 'SST'])(
		'rejects the abbreviation "%s", because it has several meanings',
		(text) => {
			expect(readUnambiguousTimeZone(text)).toBeUndefined();
		},
	);

	it.each([
		['CET', 60],
		['utc', 0],
		['HST', -600],
		['Europe/London', 0],
		['-3', -180],
	])('reads "%s" as an offset of %d minutes', (text, offset) => {
		expect(readUnambiguousTimeZone(text)?.offsetAt(winter)).toBe(offset);
	});
});

describe('isoTime', () => {
	it.each([
		{ zone: 'America/St_Johns', iso: '2026-01-15T08:30:00-03:30' },
		{ zone: 'UTC', iso: '2026-01-15T12:00:00+00:00' },
		{ zone: 'Europe/Madrid', iso: '2026-01-15T13:00:00+01:00' },
	])('writes a time in $zone with its offset', ({ zone, iso }) => {
		expect(isoTime(winter, readTimeZone(zone) ?? { offsetAt: () => NaN })).toBe(iso);
	});
});
