import type { Effect, FailureReason } from '../../../../nodes/ChannelMessaging/channel/failure';
import {
	attempts,
	decideRetry,
	type RetryDecision,
} from '../../../../nodes/ChannelMessaging/delivery/retry';

type Decision = RetryDecision['kind'];

interface Row {
	effect: Effect;
	/** What follows the first, second, third… attempt of a call that may be repeated. */
	repeatable: Decision[];
	/** The same for a send or a creation. */
	once: Decision[];
}

const sixTimes: Decision[] = Array.from({ length: 6 }, () => 'laneWaits');
const refused: Decision[] = [...sixTimes, 'giveUp', 'giveUp'];
const twice: Decision[] = ['callWaits', 'callWaits', 'giveUp', 'giveUp'];
const never: Decision[] = ['giveUp', 'giveUp'];

/** Complete: the compiler misses every reason that is added and not put here. */
const table: Record<FailureReason, Row> = {
	rateLimited: { effect: 'notDone', repeatable: refused, once: refused },
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

function decisions(reason: FailureReason, effect: Effect, repeatable: boolean, count: number) {
	return Array.from(
		{ length: count },
		(_, index) => decideRetry({ repeatable }, { reason, effect }, index + 1).kind,
	);
}

describe('what follows a failure', () => {
	it.each(rows)('$reason, of a call that may be repeated', ({ reason, effect, repeatable }) => {
		expect(decisions(reason, effect, true, repeatable.length)).toEqual(repeatable);
	});

	it.each(rows)('$reason, of a send or a creation', ({ reason, effect, once }) => {
		expect(decisions(reason, effect, false, once.length)).toEqual(once);
	});

	it.each(rows.filter(({ effect }) => effect === 'unsure'))(
		'$reason never leads to a second send, however often it is asked',
		({ reason, effect }) => {
			expect(new Set(decisions(reason, effect, false, 20))).toEqual(new Set(['giveUp']));
		},
	);

	it('a refusal that says when to come back is repeated more often, but not for ever', () => {
		const decide = (retryAfter: string | undefined, attempt: number) =>
			decideRetry(
				{ repeatable: false },
				{ reason: 'rateLimited', effect: 'notDone', retryAfter },
				attempt,
			).kind;
		for (const retryAfter of ['1', 'Wed, 21 Oct 2026 07:28:00 GMT']) {
			expect(decide(retryAfter, attempts.rateLimited)).toBe('laneWaits');
			expect(decide(retryAfter, attempts.rateLimitedAndAsked)).toBe('giveUp');
		}
		for (const retryAfter of [undefined, '0']) {
			expect(decide(retryAfter, attempts.rateLimited)).toBe('giveUp');
		}
	});

	it('ends: no call is made for ever', () => {
		const most = Math.max(attempts.rateLimited, attempts.failed);
		for (const { reason, effect } of rows) {
			expect(decideRetry({ repeatable: true }, { reason, effect }, most).kind).toBe('giveUp');
		}
	});
});
