import { limiters } from './rateLimiter';
import { retryAfterHeader } from './retryAfter';

const rate = { requests: 3, windowMs: 1_000 };

// A wait of 0 is an admitted request.
it.each([
	{
		name: 'fixedWindow',
		description: 'resets at the start of each second',
		times: [5_100, 5_900, 5_999, 5_999, 6_000, 6_000, 6_000, 6_400],
		waits: [0, 0, 0, 1, 0, 0, 0, 600],
	},
	{
		name: 'slidingWindow',
		description: 'accepts a request one second after the third most recent one',
		times: [5_000, 5_500, 5_900, 5_950, 5_999, 6_000, 6_001, 6_500],
		waits: [0, 0, 0, 50, 1, 0, 499, 0],
	},
	{
		name: 'tokenBucket',
		description: 'refills three tokens per second',
		times: [5_000, 5_000, 5_000, 5_100, 5_334, 5_334, 99_000, 99_000, 99_000, 99_000],
		waits: [0, 0, 0, 233, 0, 333, 0, 0, 0, 333],
	},
] as const)('The $name limiter $description', ({ name, times, waits }) => {
	const limiter = limiters[name](rate);

	const actual = times.map((time) => {
		const admission = limiter.admit(time);
		return admission.admitted ? 0 : Math.round(admission.retryAfterMs);
	});

	expect(actual).toEqual(waits);
});

it.each([
	['seconds', 1_000, '1'],
	['seconds', 1_001, '2'],
	['date', 600, 'Sun, 01 Jun 2025 12:00:01 GMT'],
	['date', 601, 'Sun, 01 Jun 2025 12:00:02 GMT'],
	['none', 600, undefined],
] as const)(
	'retryAfterHeader in the format %s rounds %d ms up to %s',
	(form, milliseconds, header) => {
		expect(retryAfterHeader(form, milliseconds, Date.UTC(2025, 5, 1, 12, 0, 0, 400))).toBe(header);
	},
);
