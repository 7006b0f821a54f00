import type { Fault, FaultRule } from '../../test/support/service';
import type { RandomNumbers } from '../randomness';

/** A fault that affects all requests for a contact. */
interface Fate {
	/** The percentage of messages with this fault. */
	readonly percent: number;
	readonly fault: Fault;
	/** The probability that a request fails, 1 by default. */
	readonly probability?: number;
}

const page = { kind: 'response', status: 200, contentType: 'text/html' } as const;
const redirect = { location: 'http://127.0.0.1:9/' };
const headers = { 'retry-after': '0' };

/** The faults by name. Together they affect 20% of the messages. */
const fates: Readonly<Record<string, Fate>> = {
	rejected: { percent: 4, fault: { kind: 'status', status: 403 } },
	unavailable: { percent: 3, fault: { kind: 'status', status: 503 } },
	failedAfterEffect: { percent: 3, fault: { kind: 'statusAfterEffect', status: 500 } },
	lostBeforeEffect: { percent: 2, fault: { kind: 'connectionLost', when: 'beforeEffect' } },
	lostAfterEffect: { percent: 3, fault: { kind: 'connectionLost', when: 'afterEffect' } },
	webPage: { percent: 2, fault: { ...page, body: '<h1>Welcome</h1>' } },
	emptyResponse: { percent: 1, fault: { ...page, body: '' } },
	redirected: { percent: 1, fault: { kind: 'status', status: 302, headers: redirect } },
	slow: { percent: 0.6, fault: { kind: 'slow', delayMs: 300 } },
	silent: { percent: 0.2, fault: { kind: 'noResponse' } },
	// Rare, because each 429 can pause all requests. Random, so that a later attempt succeeds.
	rateLimited: { percent: 0.2, fault: { kind: 'status', status: 429, headers }, probability: 0.5 },
};

/** Returns a random fate, which is the same for the same random numbers. */
export function drawFate(random: RandomNumbers): string {
	let drawn = random() * 100;
	const fate = Object.entries(fates).find(([, { percent }]) => (drawn -= percent) < 0);
	return fate?.[0] ?? 'served';
}

/** Returns fault rules for contacts whose IDs start with the name of their fate. */
export function faultRules(): readonly FaultRule[] {
	return Object.entries(fates).map(([name, { fault, probability = 1 }]) => ({
		match: { path: `/${name}-` },
		times: Infinity,
		fault,
		probability,
	}));
}
