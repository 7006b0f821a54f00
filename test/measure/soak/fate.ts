import type { Fault } from '../../support/service';
import type { RandomNumbers } from '../../support/service/randomness';

/** What the service does with the calls for one contact, and whether it takes the message. */
interface Fate {
	/** Of all messages, in percent. */
	readonly percent: number;
	/** Whether the service has the message in the end; undefined where that is a matter of chance. */
	readonly isTaken: boolean;
	readonly fault: Fault;
	/** How often the fault strikes a call; always where it isn't given. */
	readonly probability?: number;
}

const web = { kind: 'answer', status: 200, contentType: 'text/html' } as const;
const retryAfter = { 'retry-after': '0' };

/** What goes wrong: together with 20% of all messages. */
export const fates = {
	refused: { percent: 4, isTaken: false, fault: { kind: 'status', status: 403 } },
	unavailable: { percent: 3, isTaken: false, fault: { kind: 'status', status: 503 } },
	failedAfterwards: {
		percent: 3,
		isTaken: true,
		fault: { kind: 'statusAfterEffect', status: 500 },
	},
	lostBefore: {
		percent: 2,
		isTaken: false,
		fault: { kind: 'connectionLost', when: 'beforeEffect' },
	},
	lostAfterwards: {
		percent: 3,
		isTaken: true,
		fault: { kind: 'connectionLost', when: 'afterEffect' },
	},
	webPage: { percent: 2, isTaken: true, fault: { ...web, body: '<h1>Welcome</h1>' } },
	emptyAnswer: { percent: 1, isTaken: true, fault: { ...web, body: '' } },
	redirected: {
		percent: 1,
		isTaken: false,
		fault: { kind: 'redirect', status: 302, location: 'http://127.0.0.1:9/' },
	},
	slow: { percent: 0.6, isTaken: true, fault: { kind: 'slow', milliseconds: 300 } },
	silent: { percent: 0.2, isTaken: true, fault: { kind: 'never' } },
	// Few, because all may wait after each; it strikes by chance, so a later try gets through.
	rateLimited: {
		percent: 0.2,
		isTaken: true,
		fault: { kind: 'status', status: 429, message: 'Too many requests', headers: retryAfter },
		probability: 0.5,
	},
} as const satisfies Record<string, Fate>;

export type FateName = keyof typeof fates | 'served';

const names = Object.keys(fates).filter((name): name is keyof typeof fates => name in fates);

/** The fate of a message: the same for the same random numbers. */
export function drawFate(random: RandomNumbers): FateName {
	let drawn = random() * 100;
	for (const name of names) {
		drawn -= fates[name].percent;
		if (drawn < 0) return name;
	}
	return 'served';
}

/** The rules by which a service deals with contacts whose identifiers begin with their fates. */
export function faultRules() {
	return names.map((name) => {
		const fate: Fate = fates[name];
		return {
			match: { path: `/${name}-` },
			times: Infinity,
			fault: fate.fault,
			...(fate.probability === undefined ? {} : { probability: fate.probability }),
		};
	});
}
