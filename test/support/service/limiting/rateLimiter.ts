/** Whether a call may pass; if not, after how many milliseconds one would. */
export type Admission = { admitted: true } | { admitted: false; retryAfterMilliseconds: number };

/** Counts the calls it admits; `now` is in milliseconds since the epoch and never goes back. */
export interface RateLimiter {
	admit(now: number): Admission;
}

/** At most `calls` in `windowMilliseconds`. */
export interface Rate {
	calls: number;
	windowMs: number;
}

const admitted: Admission = { admitted: true };

/** Admits everything. */
export const unlimited: RateLimiter = { admit: () => admitted };

/** Windows aligned to the epoch: a full rate at the end of one and another at the next's start. */
export function fixedWindow({ calls, windowMs }: Rate): RateLimiter {
	let currentWindow = Number.NEGATIVE_INFINITY;
	let count = 0;
	return {
		admit(now) {
			const window = Math.floor(now / windowMs);
			if (window !== currentWindow) {
				currentWindow = window;
				count = 0;
			}
			if (count < calls) {
				count += 1;
				return admitted;
			}
			const nextWindow = (window + 1) * windowMs;
			return { admitted: false, retryAfterMilliseconds: nextWindow - now };
		},
	};
}

/** At most the rate in any window (now - window, now]; refused calls don't count. */
export function slidingWindow({ calls, windowMs }: Rate): RateLimiter {
	// The times of the last admitted calls, as a ring: the oldest is the next to be overwritten.
	const admissions = new Array<number>(calls).fill(Number.NEGATIVE_INFINITY);
	let oldestIndex = 0;
	return {
		admit(now) {
			const freeAt = (admissions[oldestIndex] ?? Number.NEGATIVE_INFINITY) + windowMs;
			if (now < freeAt) return { admitted: false, retryAfterMilliseconds: freeAt - now };
			admissions[oldestIndex] = now;
			oldestIndex = (oldestIndex + 1) % calls;
			return admitted;
		},
	};
}

// Refilling in fractions sums up to a hair less than a whole token.
const roundingTolerance = 1e-6;

/** A bucket that holds one rate's worth of calls and is refilled evenly. */
export function tokenBucket({ calls, windowMs }: Rate): RateLimiter {
	let tokens = calls;
	let refilledAt: number | undefined;
	return {
		admit(now) {
			const elapsed = now - (refilledAt ?? now);
			tokens = Math.min(calls, tokens + (elapsed * calls) / windowMs);
			refilledAt = now;
			if (tokens >= 1 - roundingTolerance) {
				tokens -= 1;
				return admitted;
			}
			return {
				admitted: false,
				retryAfterMilliseconds: ((1 - tokens) * windowMs) / calls,
			};
		},
	};
}

/** The three ways to count, by their names in the configuration. */
export const limiters = { fixedWindow, slidingWindow, tokenBucket };
