import type { Limits } from '../configuration';

/**
 * Returns the value of a `Retry-After` header, rounded up: both forms are in whole seconds.
 */
export function retryAfterHeader(
	form: Limits['retryAfter'],
	retryAfterMs: number,
	now: number,
): string | undefined {
	switch (form) {
		case 'none':
			return undefined;
		case 'seconds':
			return String(Math.ceil(retryAfterMs / 1_000));
		case 'date':
			return new Date(Math.ceil((now + retryAfterMs) / 1_000) * 1_000).toUTCString();
	}
}
