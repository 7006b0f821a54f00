/** Whether a request is admitted and, if not, how long to wait. */
type Admission = { admitted: true } | { admitted: false; retryAfterMs: number };

/** Counts admitted requests. `now` is in milliseconds since the epoch and must not decrease. */
export interface RateLimiter {
	admit(now: number): Admission;
}

export interface Rate {
	requests: number;
	windowMs: number;
}

const admitted: Admission = { admitted: true };

export const unlimited: RateLimiter = { admit: () => admitted };

/** Limits requests per window aligned to the epoch, so up to twice the rate around its boundary. */
export function fixedWindow({ requests, windowMs }: Rate): RateLimiter {
	let currentWindow = Number.NEGATIVE_INFINITY;
	let count = 0;
	return {
		admit(now) {
			const window = Math.floor(now / windowMs);
			if (window !== currentWindow) {
				currentWindow = window;
				count = 0;
			}
			if (count < requests) {
				count += 1;
				return admitted;
			}
			const nextWindow = (window + 1) * windowMs;
			return { admitted: false, retryAfterMs: nextWindow - now };
		},
	};
}

/** Limits requests in any window (now - window, now]. Rejected requests don't count. */
export function slidingWindow({ requests, windowMs }: Rate): RateLimiter {
	// A ring buffer of the latest admission times.
	const admissions = new Array<number>(requests).fill(Number.NEGATIVE_INFINITY);
	let oldestIndex = 0;
	return {
		admit(now) {
			const freeAt = (admissions[oldestIndex] ?? Number.NEGATIVE_INFINITY) + windowMs;
			if (now < freeAt) return { admitted: false, retryAfterMs: freeAt - now };
			admissions[oldestIndex] = now;
			oldestIndex = (oldestIndex + 1) % requests;
			return admitted;
		},
	};
}

// Sums of fractional refills can be slightly less than a whole token.
const roundingTolerance = 1e-6;

/** Limits requests with a bucket that is refilled evenly and contains up to one window's requests. */
export function tokenBucket({ requests, windowMs }: Rate): RateLimiter {
	let tokens = requests;
	let refilledAt: number | undefined;
	return {
		admit(now) {
			const elapsed = now - (refilledAt ?? now);
			tokens = Math.min(requests, tokens + (elapsed * requests) / windowMs);
			refilledAt = now;
			if (tokens >= 1 - roundingTolerance) {
				tokens -= 1;
				return admitted;
			}
			return {
				admitted: false,
				retryAfterMs: ((1 - tokens) * windowMs) / requests,
			};
		},
	};
}

/** Key: `semantics` in the configuration. */
export const limiters = { fixedWindow, slidingWindow, tokenBucket };
