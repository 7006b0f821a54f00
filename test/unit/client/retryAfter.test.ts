import fc from 'fast-check';

import { parseRetryAfterMs } from '../../../nodes/ChannelMessaging/client/response';

const now = Date.UTC(2025, 5, 1, 12, 0, 0, 400);

describe('the wait that Retry-After asks for', () => {
	it.each([
		['120', 120_000],
		[' 3 ', 3_000],
		['0.5', 500],
	])('is, for %j, seconds: %d ms', (header, milliseconds) => {
		expect(parseRetryAfterMs(header, now)).toBe(milliseconds);
	});

	it.each([
		['Sun, 01 Jun 2025 12:00:01 GMT', 600],
		['Sunday, 01-Jun-25 12:00:02 GMT', 1_600],
		['Sun Jun  1 12:00:01 2025', 600],
	])('is, for %j, the time until then: %d ms', (header, milliseconds) => {
		expect(parseRetryAfterMs(header, now)).toBe(milliseconds);
	});

	it.each([
		undefined,
		'',
		'0',
		'soon 5',
		'Sunday',
		'-5',
		'1e3',
		'0x10',
		'1,5',
		'1 s',
		'2025-06-01T12:00:01Z',
		'Thu, 01 Jan 1970 00:00:00 GMT',
		'Sun, 01 Jun 2025 12:00:00 GMT',
		['3', '4'],
		'Sun, 99 Jun 2025 12:00:01 GMT',
	])('is unknown for %j', (header) => {
		expect(parseRetryAfterMs(header, now)).toBeUndefined();
	});

	it('comes out again for every date that a service can write', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 10_000_000 }), (seconds) => {
				const until = Math.floor(now / 1_000) * 1_000 + seconds * 1_000;
				const header = new Date(until).toUTCString();
				expect(parseRetryAfterMs(header, now)).toBe(until - now);
			}),
		);
	});
});
