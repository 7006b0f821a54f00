import { ApiError, type ApiErrorReason } from '../../api/apiError';

/** What n8n calls those reasons of which it has a word that is sure. */
const causes: Partial<Record<ApiErrorReason, string>> = {
	methodNotAllowed: 'configuration-invalid',
	notConnected: 'temporarily-unavailable',
	rateLimited: 'rate-limited',
	redirected: 'configuration-invalid',
	tokenInvalid: 'credential-invalid',
};

/**
 * Why a node failed, for programs: `failure` of an error, in the form that n8n reads from 2.41 on, with
 * the least wait that the service asks for, in milliseconds. Older releases keep it and look at nothing.
 * n8n-workflow's own type is younger than what the package is built with.
 *
 * What may have been done declares none: a program that reads of something temporary would do it again.
 */
export function declaredFailure(
	error: unknown,
): { cause: string; retryAfterMs?: number } | undefined {
	if (!(error instanceof ApiError) || error.outcome === 'unknown') return undefined;
	const cause = causes[error.reason];
	if (cause === undefined) return undefined;
	const { details } = error;
	const asked = details.reason === 'rateLimited' ? details.asked : undefined;
	return { cause, ...(asked !== undefined && { retryAfterMs: asked }) };
}
