import { ApiError } from '../../api/apiError';

/**
 * Why a node failed, for programs: `failure` of an error, in the form that n8n reads from 2.41 on.
 * Older releases keep it and look at nothing. n8n-workflow's own type is younger than what the
 * package is built with.
 */
export type DeclaredFailure =
	/** `retryAfterMs`: the least wait that the service asks for, in milliseconds. */
	| { cause: 'rate-limited'; retryAfterMs?: number }
	| { cause: 'configuration-invalid' | 'credential-invalid' | 'temporarily-unavailable' };

/**
 * The failure that an error declares; undefined where none of n8n's causes is sure. What may have been
 * done declares none: a program that reads of something temporary would do it again.
 */
export function declaredFailure(error: unknown): DeclaredFailure | undefined {
	if (!(error instanceof ApiError) || error.outcome === 'unknown') return undefined;
	switch (error.details.reason) {
		case 'rateLimited': {
			const { asked } = error.details;
			return { cause: 'rate-limited', ...(asked === undefined ? {} : { retryAfterMs: asked }) };
		}
		case 'notConnected':
			return { cause: 'temporarily-unavailable' };
		case 'tokenInvalid':
			return { cause: 'credential-invalid' };
		case 'methodNotAllowed':
		case 'redirected':
			return { cause: 'configuration-invalid' };
		default:
			return undefined;
	}
}
