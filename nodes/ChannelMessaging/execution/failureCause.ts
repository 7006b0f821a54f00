import { ApiError, type ApiErrorReason } from '../client/apiError';

/** Machine-readable causes that n8n defines. Some reasons have no matching cause. */
const causes: Partial<Record<ApiErrorReason, string>> = {
	methodNotAllowed: 'configuration-invalid',
	notConnected: 'temporarily-unavailable',
	rateLimited: 'rate-limited',
	redirected: 'configuration-invalid',
	serviceFailing: 'temporarily-unavailable',
	tokenInvalid: 'credential-invalid',
};

/**
 * Returns the `failure` property, which n8n has supported since 2.41. Returns `undefined` if there
 * is no matching cause, or if the outcome is unknown, because an automatic retry could repeat a
 * successful request. The return type is declared here because it is missing from the n8n-workflow
 * release used for the build.
 */
export function failureCause(error: unknown): { cause: string; retryAfterMs?: number } | undefined {
	if (!(error instanceof ApiError) || error.outcome === 'unknown') return undefined;
	const cause = causes[error.reason];
	if (cause === undefined) return undefined;
	const { details } = error;
	const retryAfterMs = details.reason === 'rateLimited' ? details.retryAfterMs : undefined;
	return { cause, ...(retryAfterMs !== undefined && { retryAfterMs: retryAfterMs }) };
}
