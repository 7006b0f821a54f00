import type { CallOutcome, ApiErrorReason } from '../../../nodes/ChannelMessaging/api/apiError';
import {
	mayWait,
	mostAttempts,
	shouldRetry,
} from '../../../nodes/ChannelMessaging/requests/retryPolicy';

const minute = 60_000;

interface Row {
	outcome: CallOutcome;
	/** What follows the first, second, third… attempt of a call that may be repeated. */
	idempotent: boolean[];
	/** The same for a send or a creation. */
	once: boolean[];
}

const twice = [true, true, false, false];
const never = [false, false];

/** Complete: the compiler misses every reason that is added and not put here. */
const table: Record<ApiErrorReason, Row> = {
	rateLimited: { outcome: 'notDone', idempotent: never, once: never },
	notConnected: { outcome: 'notDone', idempotent: twice, once: twice },
	connectionLost: { outcome: 'unknown', idempotent: twice, once: never },
	timedOut: { outcome: 'unknown', idempotent: twice, once: never },
	serverFault: { outcome: 'unknown', idempotent: twice, once: never },
	tokenInvalid: { outcome: 'notDone', idempotent: never, once: never },
	refused: { outcome: 'notDone', idempotent: never, once: never },
	requestNotMade: { outcome: 'notDone', idempotent: never, once: never },
	keyNotRecorded: { outcome: 'notDone', idempotent: never, once: never },
	methodNotAllowed: { outcome: 'notDone', idempotent: never, once: never },
	redirected: { outcome: 'notDone', idempotent: never, once: never },
	wrongFileKind: { outcome: 'notDone', idempotent: never, once: never },
	unreadable: { outcome: 'unknown', idempotent: never, once: never },
	listTooLong: { outcome: 'notDone', idempotent: never, once: never },
	pagesRepeat: { outcome: 'notDone', idempotent: never, once: never },
	untrustedConnection: { outcome: 'notDone', idempotent: never, once: never },
	contactAmbiguous: { outcome: 'notDone', idempotent: never, once: never },
	contactInexact: { outcome: 'notDone', idempotent: never, once: never },
	limitUsedUp: { outcome: 'notDone', idempotent: never, once: never },
	responseTooLarge: { outcome: 'unknown', idempotent: never, once: never },
	contactDoubtful: { outcome: 'notDone', idempotent: never, once: never },
	contactNotFound: { outcome: 'notDone', idempotent: never, once: never },
	cancelled: { outcome: 'unknown', idempotent: never, once: never },
};

const isReason = (name: string): name is ApiErrorReason => name in table;
const rows = Object.keys(table)
	.filter(isReason)
	.map((reason) => ({ reason, ...table[reason] }));

function decisions(reason: ApiErrorReason, idempotent: boolean, count: number) {
	return Array.from({ length: count }, (_, index) =>
		shouldRetry({ idempotent }, { reason }, index + 1),
	);
}

describe('what follows a failure', () => {
	it.each(rows)('$reason, of a call that may be repeated', ({ reason, idempotent }) => {
		expect(decisions(reason, true, idempotent.length)).toEqual(idempotent);
	});

	it.each(rows)('$reason, of a send or a creation', ({ reason, once }) => {
		expect(decisions(reason, false, once.length)).toEqual(once);
	});

	it.each(rows.filter(({ outcome }) => outcome === 'unknown'))(
		'$reason never leads to a second send, however often it is asked',
		({ reason }) => {
			expect(new Set(decisions(reason, false, 20))).toEqual(new Set([false]));
		},
	);

	it('ends: no call is made for ever', () => {
		for (const { reason } of rows) {
			expect(shouldRetry({ idempotent: true }, { reason }, mostAttempts)).toBe(false);
		}
	});
});

describe('a call that is refused with 429', () => {
	it('waits for a quarter of an hour altogether where the service says when to come back', () => {
		expect(mayWait(0, 15 * minute, 16 * minute)).toBe(true);
		expect(mayWait(5 * minute, 10 * minute, 11 * minute)).toBe(true);
		expect(mayWait(0, 15 * minute + 1, 16 * minute)).toBe(false);
		expect(mayWait(15 * minute, 1, 1)).toBe(false);
	});

	it('waits for two minutes where it does not', () => {
		expect(mayWait(minute, undefined, minute)).toBe(true);
		expect(mayWait(minute, undefined, minute + 1)).toBe(false);
	});
});
