import fc from 'fast-check';

import {
	UnknownOutcomeBreaker,
	outcomeTestIntervalMs,
	type RequestEvidence,
} from '../../../nodes/ChannelMessaging/rateLimit/unknownOutcomeBreaker';

const requestAt = (now: number) => ({ permittedAt: now, writtenAt: now, isRejected: false });

function sent(breaker: UnknownOutcomeBreaker, evidence: RequestEvidence, now: number): void {
	const request = requestAt(now);
	breaker.permitted(request);
	breaker.written(request, now);
	breaker.ended(request, evidence, false, now);
}

function read(breaker: UnknownOutcomeBreaker, evidence: RequestEvidence, now: number): void {
	breaker.ended(requestAt(now), evidence, true, now);
}

/** Returns a breaker that opened at a time. */
function openedAt(now: number): UnknownOutcomeBreaker {
	const breaker = new UnknownOutcomeBreaker();
	for (let count = 0; count < 5; count += 1) sent(breaker, 'unknown', now);
	return breaker;
}

describe('UnknownOutcomeBreaker', () => {
	it('is open after five unknown outcomes, until a message is accepted', () => {
		const evidence = fc.constantFrom('unknown', 'unknown', 'nothing', 'rejected', 'accepted');
		fc.assert(
			fc.property(fc.array(evidence, { maxLength: 40 }), (ends) => {
				const breaker = new UnknownOutcomeBreaker();
				for (const end of ends) sent(breaker, end, 0);

				const sinceAccepted = ends.slice(ends.lastIndexOf('accepted') + 1);
				const unknown = sinceAccepted.filter((end) => end === 'unknown').length;
				expect(breaker.period !== undefined).toBe(unknown >= 5);
			}),
		);
	});

	it('opens if messages fail although reads succeed', () => {
		const breaker = new UnknownOutcomeBreaker();
		for (let count = 0; count < 5; count += 1) {
			expect(breaker.period).toBeUndefined();
			sent(breaker, 'unknown', 0);
			read(breaker, 'accepted', 0);
		}

		expect(breaker.period).toBeDefined();
	});

	it('stays closed if occasional reads fail', () => {
		const breaker = new UnknownOutcomeBreaker();
		for (let count = 0; count < 50; count += 1) {
			read(breaker, 'unknown', 0);
			if (count % 4 === 0) read(breaker, 'accepted', 0);
		}

		expect(breaker.period).toBeUndefined();
	});

	it('lets a message test the service after a read, at least 4 s after the previous message', () => {
		const breaker = openedAt(0);
		expect(breaker.isReadNeeded).toBe(true);
		expect(breaker.msUntilNext(0)).toBe(outcomeTestIntervalMs);
		expect(breaker.msUntilNext(4_000)).toBe(0);

		breaker.readStarted(4_000);
		expect(breaker.msUntilNext(4_000)).toBe(outcomeTestIntervalMs);

		read(breaker, 'rejected', 4_100);
		expect(breaker.isReadNeeded).toBe(false);
		expect(breaker.msUntilNext(4_100)).toBe(0);

		sent(breaker, 'unknown', 5_000);
		expect(breaker.isReadNeeded).toBe(true);
		expect(breaker.msUntilNext(5_000)).toBe(outcomeTestIntervalMs);
	});

	it('permits one test at a time', () => {
		const breaker = openedAt(0);
		breaker.permitted(requestAt(4_000));

		expect(breaker.msUntilNext(60_000)).toBeGreaterThan(0);
	});

	it('permits another test immediately if a test was never written', () => {
		const breaker = openedAt(0);
		read(breaker, 'accepted', 4_000);
		const test = requestAt(4_000);
		breaker.permitted(test);
		breaker.ended(test, 'nothing', false, 4_100);

		expect(breaker.isReadNeeded).toBe(false);
		expect(breaker.msUntilNext(4_100)).toBe(0);
	});

	it('expires more than an hour after the last unknown outcome, unless a test is in flight', () => {
		const breaker = openedAt(0);
		expect(breaker.isExpired(3_600_000)).toBe(false);
		expect(breaker.isExpired(4_000_000)).toBe(true);

		breaker.permitted(requestAt(4_000));
		expect(breaker.isExpired(4_000_000)).toBe(false);
		expect(new UnknownOutcomeBreaker().isExpired(0)).toBe(true);
	});
});
