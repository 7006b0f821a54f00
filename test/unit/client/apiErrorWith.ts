import {
	ApiError,
	type ApiErrorDetails,
	type ApiErrorReason,
	type RequestOutcome,
} from '../../../nodes/ChannelMessaging/client/apiError';

const outcome = 'notDone';
const searched = { name: 'phone', value: '+1' };

/** An error of each kind. The compiler misses every reason left out. */
const examples: Readonly<Record<ApiErrorReason, ApiErrorDetails>> = {
	cancelled: { outcome, reason: 'cancelled' },
	connectionLost: { outcome, reason: 'connectionLost', code: 'ECONNRESET' },
	contactAmbiguous: {
		outcome,
		reason: 'contactAmbiguous',
		...searched,
		count: 5,
		matches: [
			{ name: 'Ana Vega', contactId: '7' },
			{ name: '', contactId: '8' },
		],
	},
	contactDoubtful: { outcome, reason: 'contactDoubtful', ...searched },
	contactInexact: { outcome, reason: 'contactInexact', ...searched, count: 1 },
	contactNotFound: { outcome, reason: 'contactNotFound', searched },
	contactWithoutId: { outcome, reason: 'contactWithoutId' },
	keyNotRecorded: { outcome, reason: 'keyNotRecorded', cause: 'The database is away' },
	limitUsedUp: { outcome, reason: 'limitUsedUp', bucket: 'contact', limit: 100, waitMs: 19_500 },
	listTooLong: { outcome, reason: 'listTooLong', pages: 10, contacts: 500 },
	methodNotAllowed: { outcome, reason: 'methodNotAllowed', status: 405 },
	notConnected: { outcome, reason: 'notConnected', code: 'ECONNREFUSED' },
	pagesRepeat: { outcome, reason: 'pagesRepeat', page: 2 },
	rateLimited: {
		outcome,
		reason: 'rateLimited',
		status: 429,
		waitedMs: 0,
		retryAfterMs: undefined,
	},
	redirected: { outcome, reason: 'redirected', status: 302 },
	refused: { outcome, reason: 'refused', status: 403 },
	requestNotMade: { outcome, reason: 'requestNotMade', cause: 'No credential' },
	responseTooLarge: { outcome, reason: 'responseTooLarge', megabytes: 4 },
	serverFault: { outcome, reason: 'serverFault', status: 503 },
	timedOut: { outcome, reason: 'timedOut', timeoutMs: 30_000 },
	tokenInvalid: { outcome, reason: 'tokenInvalid', status: 401 },
	tooManyMatch: { outcome, reason: 'tooManyMatch', ...searched, maxMatches: 50_000 },
	unexpectedError: { outcome, reason: 'unexpectedError', cause: 'Out of order' },
	unreadable: { outcome, reason: 'unreadable', status: 200, expected: 'json', excerpt: 'OK' },
	untrustedConnection: { outcome, reason: 'untrustedConnection', code: 'CERT_HAS_EXPIRED' },
	waitLimitPassed: { outcome, reason: 'waitLimitPassed' },
	wrongFileKind: { outcome, reason: 'wrongFileKind', status: 403 },
};

export const reasons = Object.values(examples).map(({ reason }) => reason);

/** An error whose particulars don't matter. */
export function apiErrorWith(
	reason: ApiErrorReason,
	known: RequestOutcome,
	changes: Parameters<ApiError['with']>[0] = {},
): ApiError {
	return new ApiError(examples[reason]).with({ outcome: known, ...changes });
}
