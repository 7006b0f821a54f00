import type { Fault, FaultRule } from '../../test/support/service';
import type { RandomNumbers } from '../randomness';

/** What the service does with the calls for one contact. */
interface Fate {
	/** Of all messages, in percent. */
	readonly percent: number;
	readonly fault: Fault;
	/** How often the fault strikes a call; always if not given. */
	readonly probability?: number;
}

const web = { kind: 'response', status: 200, contentType: 'text/html' } as const;
const elsewhere = { location: 'http://127.0.0.1:9/' };
const headers = { 'retry-after': '0' };

/** What goes wrong: together with 20% of all messages. */
const fates: Readonly<Record<string, Fate>> = {
	refused: { percent: 4, fault: { kind: 'status', status: 403 } },
	unavailable: { percent: 3, fault: { kind: 'status', status: 503 } },
	failedAfterwards: { percent: 3, fault: { kind: 'statusAfterEffect', status: 500 } },
	lostBefore: { percent: 2, fault: { kind: 'connectionLost', when: 'beforeEffect' } },
	lostAfterwards: { percent: 3, fault: { kind: 'connectionLost', when: 'afterEffect' } },
	webPage: { percent: 2, fault: { ...web, body: '<h1>Welcome</h1>' } },
	emptyAnswer: { percent: 1, fault: { ...web, body: '' } },
	redirected: { percent: 1, fault: { kind: 'status', status: 302, headers: elsewhere } },
	slow: { percent: 0.6, fault: { kind: 'slow', delayMs: 300 } },
	silent: { percent: 0.2, fault: { kind: 'noResponse' } },
	// Few, because all may wait after each; it strikes by chance, so a later try gets through.
	rateLimited: { percent: 0.2, fault: { kind: 'status', status: 429, headers }, probability: 0.5 },
};

/** The fate of a message: the same for the same random numbers. */
export function drawFate(random: RandomNumbers): string {
	let drawn = random() * 100;
	const struck = Object.entries(fates).find(([, { percent }]) => (drawn -= percent) < 0);
	return struck?.[0] ?? 'served';
}

/** The rules by which a service deals with contacts whose identifiers begin with their fates. */
export function faultRules(): readonly FaultRule[] {
	return Object.entries(fates).map(([name, { fault, probability = 1 }]) => ({
		match: { path: `/${name}-` },
		times: Infinity,
		fault,
		probability,
	}));
}
