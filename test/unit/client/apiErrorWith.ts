import {
	ApiError,
	type ApiErrorDetails,
	type ApiErrorReason,
	type RequestOutcome,
} from '../../../nodes/ChannelMessaging/client/apiError';

const notDone = { outcome: 'notDone' } as const;
const searched = { kind: 'customField', name: 'phone', value: '+1' } as const;

/** An error for each reason. A missing reason is a compiler error. */
const examples: Readonly<Record<ApiErrorReason, ApiErrorDetails>> = {
	cancelled: { ...notDone, reason: 'cancelled' },
	connectionLost: { ...notDone, reason: 'connectionLost', code: 'ECONNRESET' },
	contactAmbiguous: {
		...notDone,
		reason: 'contactAmbiguous',
		...searched,
		count: 5,
		matches: [
			{ name: 'Ana Vega', contactId: '7' },
			{ name: '', contactId: '8' },
		],
	},
	contactChanged: { ...notDone, reason: 'contactChanged', ...searched },
	contactDoubtful: { ...notDone, reason: 'contactDoubtful', ...searched },
	contactInexact: { ...notDone, reason: 'contactInexact', ...searched, count: 1 },
	contactNotFound: { ...notDone, reason: 'contactNotFound', searched },
	contactTagged: { ...notDone, reason: 'contactTagged', tag: 'human', contactId: '7' },
	optedOut: { ...notDone, reason: 'optedOut', tag: 'opted-out', contactId: '7' },
	contactWithoutId: { ...notDone, reason: 'contactWithoutId' },
	fieldNotReturned: { ...notDone, reason: 'fieldNotReturned', name: 'city' },
	keyNotRecorded: { ...notDone, reason: 'keyNotRecorded', cause: 'Database unavailable' },
	linkNotReached: {
		...notDone,
		reason: 'linkNotReached',
		address: 'https://n8n.example.com',
		code: 'ECONNREFUSED',
	},
	linkRejected: {
		...notDone,
		reason: 'linkRejected',
		address: 'https://n8n.example.com',
		status: 401,
	},
	limitUsedUp: { ...notDone, reason: 'limitUsedUp', bucket: 'contact', limit: 100, waitMs: 19_500 },
	listTooLong: { ...notDone, reason: 'listTooLong', pages: 10, contacts: 500, bytes: 9_000 },
	methodNotAllowed: { ...notDone, reason: 'methodNotAllowed', status: 405 },
	notConnected: { ...notDone, reason: 'notConnected', code: 'ECONNREFUSED' },
	listChanges: { ...notDone, reason: 'listChanges', found: 321, total: 500 },
	outsideHours: { ...notDone, reason: 'outsideHours', sendAt: '2026-11-27T09:00:00+01:00' },
	outputTooLarge: { ...notDone, reason: 'outputTooLarge' },
	pagesRepeat: { ...notDone, reason: 'pagesRepeat', page: 2 },
	questionFieldUsed: { ...notDone, reason: 'questionFieldUsed', field: 'n8nQuestion' },
	questionNotSaved: {
		...notDone,
		reason: 'questionNotSaved',
		field: 'n8nQuestion',
		found: 'cut',
		length: 320,
		savedLength: 255,
	},
	questionOpen: {
		...notDone,
		reason: 'questionOpen',
		contactName: 'Ana Vega',
		workflow: 'Confirm booking',
	},
	rateLimited: {
		...notDone,
		reason: 'rateLimited',
		status: 429,
		waitedMs: 0,
		retryAfterMs: undefined,
	},
	redirected: { ...notDone, reason: 'redirected', status: 302 },
	rejected: { ...notDone, reason: 'rejected', status: 403 },
	requestNotMade: { ...notDone, reason: 'requestNotMade', cause: 'No credential' },
	responseTooLarge: {
		...notDone,
		reason: 'responseTooLarge',
		exceeded: { limit: 'bytes', max: 4 * 2 ** 20 },
	},
	serviceFailing: { ...notDone, reason: 'serviceFailing', waitedMs: 120_000 },
	serverFault: { ...notDone, reason: 'serverFault', status: 503 },
	tagsNotReturned: { ...notDone, reason: 'tagsNotReturned' },
	timedOut: { ...notDone, reason: 'timedOut', timeoutMs: 30_000 },
	timeZoneUnknown: { ...notDone, reason: 'timeZoneUnknown', zone: '' },
	tokenInvalid: { ...notDone, reason: 'tokenInvalid', status: 401 },
	tooManyMatch: { ...notDone, reason: 'tooManyMatch', ...searched, maxMatches: 50_000 },
	tooManySimilar: { ...notDone, reason: 'tooManySimilar', ...searched, count: 250 },
	unexpectedError: { ...notDone, reason: 'unexpectedError', cause: 'Out of memory' },
	unreadable: { ...notDone, reason: 'unreadable', status: 200, expected: 'json', excerpt: 'OK' },
	untrustedConnection: { ...notDone, reason: 'untrustedConnection', code: 'CERT_HAS_EXPIRED' },
	valueRounded: { ...notDone, reason: 'valueRounded', name: 'customerid' },
	waitLimitPassed: { ...notDone, reason: 'waitLimitPassed' },
	wrongFileKind: { ...notDone, reason: 'wrongFileKind', status: 403 },
};

export const reasons = Object.values(examples).map(({ reason }) => reason);

export function apiErrorWith(
	reason: ApiErrorReason,
	outcome: RequestOutcome,
	changes: Parameters<ApiError['with']>[0] = {},
): ApiError {
	return new ApiError(examples[reason]).with({ outcome, ...changes });
}
