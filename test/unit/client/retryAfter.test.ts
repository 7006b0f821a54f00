import fc from 'fast-check';

import { parseRetryAfterMs } from '../../../nodes/ChannelMessaging/client/retryAfter';

describe('parseRetryAfterMs', () => {
	const now = Date.UTC(2025, 5, 1, 12, 0, 0, 400);

	it.each([
		['120', 120_000],
		[' 3 ', 3_000],
		['0.5', 500],
		['Sun, 01 Jun 2025 12:00:01 GMT', 600],
		['Sunday, 01-Jun-25 12:00:02 GMT', 1_600],
		['Sun Jun  1 12:00:01 2025', 600],
		['2678400', 2_678_400_000],
	])('converts %j to %d ms', (header, milliseconds) => {
		expect(parseRetryAfterMs(header, now)).toBe(milliseconds);
	});

	it('returns undefined for invalid and past values', () => {
		const headers = [
			undefined,
			'',
			'0',
			'soon 5',
			'-5',
			'1e3',
			'0x10',
			'1 s',
			'2025-06-01T12:00:01Z',
			'Sun, 01 Jun 2025 12:00:00 GMT',
			'Sun, 99 Jun 2025 12:00:01 GMT',
			['3', '4'],
		];
		const delays = headers.map((header) => parseRetryAfterMs(header, now));
		expect(delays).toEqual(headers.map(() => undefined));
	});

	it.each([
		['a number of seconds', '2678401'],
		['400 digits', '9'.repeat(400)],
		['400 digits and a fraction', `${'9'.repeat(400)}.5`],
		['a date', 'Fri, 31 Dec 9999 23:59:59 GMT'],
	])('returns undefined for a wait of more than 31 days: %s', (_, header) => {
		expect(parseRetryAfterMs(header, now)).toBeUndefined();
	});

	it('converts any HTTP date in the next 31 days', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 2_678_400 }), (seconds) => {
				const until = Math.floor(now / 1_000) * 1_000 + seconds * 1_000;
				expect(parseRetryAfterMs(new Date(until).toUTCString(), now)).toBe(until - now);
			}),
		);
	});
});
