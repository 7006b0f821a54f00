import { retryAfterHeader } from './retryAfter';

const now = Date.UTC(2025, 5, 1, 12, 0, 0, 400);

describe('Retry-After', () => {
	it.each([
		[1, '1'],
		[1_000, '1'],
		[1_001, '2'],
	])('rounds %d milliseconds up to whole seconds', (milliseconds, header) => {
		expect(retryAfterHeader('seconds', milliseconds, now)).toBe(header);
	});

	it.each([
		[600, 'Sun, 01 Jun 2025 12:00:01 GMT'],
		[601, 'Sun, 01 Jun 2025 12:00:02 GMT'],
	])('names the full second that is not before %d milliseconds', (milliseconds, header) => {
		expect(retryAfterHeader('date', milliseconds, now)).toBe(header);
	});

	it('can be left out', () => {
		expect(retryAfterHeader('none', 600, now)).toBeUndefined();
	});
});
