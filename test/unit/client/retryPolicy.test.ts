import type { ApiErrorReason } from '../../../nodes/ChannelMessaging/client/apiError';
import { shouldRetry } from '../../../nodes/ChannelMessaging/client/sendRequest';

/**
 * Which calls are repeated after which failure, twice. Complete: the compiler misses every reason
 * that is added and not put here.
 */
const table: Record<ApiErrorReason, 'all' | 'idempotent' | 'none'> = {
	notConnected: 'all',
	connectionLost: 'idempotent',
	timedOut: 'idempotent',
	serverFault: 'idempotent',
	cancelled: 'none',
	contactAmbiguous: 'none',
	contactDoubtful: 'none',
	contactInexact: 'none',
	contactNotFound: 'none',
	contactWithoutId: 'none',
	keyNotRecorded: 'none',
	limitUsedUp: 'none',
	listTooLong: 'none',
	methodNotAllowed: 'none',
	pagesRepeat: 'none',
	rateLimited: 'none',
	redirected: 'none',
	refused: 'none',
	requestNotMade: 'none',
	responseTooLarge: 'none',
	tokenInvalid: 'none',
	tooManyMatch: 'none',
	unexpectedError: 'none',
	unreadable: 'none',
	untrustedConnection: 'none',
	waitLimitPassed: 'none',
	wrongFileKind: 'none',
};

const isReason = (name: string): name is ApiErrorReason => name in table;

it.each(Object.keys(table).filter(isReason))('%s is followed by what its row says', (reason) => {
	const decisions = (idempotent: boolean) =>
		[1, 2, 3, 4].map((attempts) => shouldRetry({ idempotent }, { reason }, attempts));
	const twice = [true, true, false, false];
	const never = [false, false, false, false];

	expect(decisions(true)).toEqual(table[reason] === 'none' ? never : twice);
	expect(decisions(false)).toEqual(table[reason] === 'all' ? twice : never);
});
