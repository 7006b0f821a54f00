import type { Effect, FailureReason } from '../../../../nodes/ChannelMessaging/channel/failure';
import {
	mayWait,
	mostAttempts,
	shouldRetry,
} from '../../../../nodes/ChannelMessaging/delivery/retryPolicy';

const minute = 60_000;

interface Row {
	effect: Effect;
	/** What follows the first, second, third… attempt of a call that may be repeated. */
	repeatable: boolean[];
	/** The same for a send or a creation. */
	once: boolean[];
}

const twice = [true, true, false, false];
const never = [false, false];

/** Complete: the compiler misses every reason that is added and not put here. */
const table: Record<FailureReason, Row> = {
	rateLimited: { effect: 'notDone', repeatable: never, once: never },
	notConnected: { effect: 'notDone', repeatable: twice, once: twice },
	connectionLost: { effect: 'unsure', repeatable: twice, once: never },
	timedOut: { effect: 'unsure', repeatable: twice, once: never },
	serverFault: { effect: 'unsure', repeatable: twice, once: never },
	tokenInvalid: { effect: 'notDone', repeatable: never, once: never },
	refused: { effect: 'notDone', repeatable: never, once: never },
	requestNotMade: { effect: 'notDone', repeatable: never, once: never },
	keyNotRecorded: { effect: 'notDone', repeatable: never, once: never },
	methodNotAllowed: { effect: 'notDone', repeatable: never, once: never },
	redirected: { effect: 'notDone', repeatable: never, once: never },
	wrongFileKind: { effect: 'notDone', repeatable: never, once: never },
	unreadable: { effect: 'unsure', repeatable: never, once: never },
	listTooLong: { effect: 'notDone', repeatable: never, once: never },
	pagesRepeat: { effect: 'notDone', repeatable: never, once: never },
	untrustedConnection: { effect: 'notDone', repeatable: never, once: never },
	contactAmbiguous: { effect: 'notDone', repeatable: never, once: never },
	contactDoubtful: { effect: 'notDone', repeatable: never, once: never },
	contactNotFound: { effect: 'notDone', repeatable: never, once: never },
	cancelled: { effect: 'unsure', repeatable: never, once: never },
};

const isReason = (name: string): name is FailureReason => name in table;
const rows = Object.keys(table)
	.filter(isReason)
	.map((reason) => ({ reason, ...table[reason] }));

function decisions(reason: FailureReason, repeatable: boolean, count: number) {
	return Array.from({ length: count }, (_, index) =>
		shouldRetry({ repeatable }, { reason }, index + 1),
	);
}

describe('what follows a failure', () => {
	it.each(rows)('$reason, of a call that may be repeated', ({ reason, repeatable }) => {
		expect(decisions(reason, true, repeatable.length)).toEqual(repeatable);
	});

	it.each(rows)('$reason, of a send or a creation', ({ reason, once }) => {
		expect(decisions(reason, false, once.length)).toEqual(once);
	});

	it.each(rows.filter(({ effect }) => effect === 'unsure'))(
		'$reason never leads to a second send, however often it is asked',
		({ reason }) => {
			expect(new Set(decisions(reason, false, 20))).toEqual(new Set([false]));
		},
	);

	it('ends: no call is made for ever', () => {
		for (const { reason } of rows) {
			expect(shouldRetry({ repeatable: true }, { reason }, mostAttempts)).toBe(false);
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
