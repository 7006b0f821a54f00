import type { Limits } from '../configuration';

/**
 * The value of a `Retry-After` header, never earlier than the next call would be admitted.
 * Both forms are in whole seconds, so both are rounded up.
 */
export function retryAfterHeader(
	form: Limits['retryAfter'],
	retryAfterMilliseconds: number,
	now: number,
): string | undefined {
	switch (form) {
		case 'none':
			return undefined;
		case 'seconds':
			return String(Math.ceil(retryAfterMilliseconds / 1_000));
		case 'date':
			return new Date(Math.ceil((now + retryAfterMilliseconds) / 1_000) * 1_000).toUTCString();
	}
}
