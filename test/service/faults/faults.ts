import type { RandomNumbers } from '../randomness';
import type { Fault, FaultMatch, FaultRule } from './fault';

/** A call as the rules see it. */
export interface FaultableCall {
	method: string;
	path: string;
	contactId: string | undefined;
}

interface ActiveRule {
	readonly matches: (call: FaultableCall) => boolean;
	readonly nth: number;
	readonly probability: number;
	readonly fault: Fault;
	seen: number;
	remaining: number;
}

/** The faults that were asked for. The first rule that applies to a call decides. */
export class Faults {
	private rules: ActiveRule[] = [];

	constructor(private readonly random: RandomNumbers) {}

	/** An invalid pattern for the path throws. */
	add({ match = {}, probability = 1, times = 1, fault }: FaultRule): void {
		this.rules.push({
			matches: matcherOf(match),
			nth: match.nth ?? 1,
			probability,
			fault,
			seen: 0,
			remaining: times,
		});
	}

	clear(): void {
		this.rules = [];
	}

	/** Uses one of the rule's times up. */
	strike(call: FaultableCall): Fault | undefined {
		if (this.rules.length === 0) return undefined;
		const struck = this.rules.filter((rule) => this.applies(rule, call))[0];
		if (!struck) return undefined;
		struck.remaining -= 1;
		if (struck.remaining <= 0) this.rules = this.rules.filter((rule) => rule !== struck);
		return struck.fault;
	}

	private applies(rule: ActiveRule, call: FaultableCall): boolean {
		if (!rule.matches(call)) return false;
		rule.seen += 1;
		if (rule.seen < rule.nth) return false;
		return rule.probability >= 1 || this.random() < rule.probability;
	}
}

function matcherOf({ method, path, contactId }: FaultMatch): ActiveRule['matches'] {
	// A global or sticky expression would remember where it last matched.
	const pattern = path === undefined ? undefined : new RegExp(path);
	const stateless = pattern && new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
	return (call) =>
		(method === undefined || method.toUpperCase() === call.method) &&
		(stateless === undefined || stateless.test(call.path)) &&
		(contactId === undefined || contactId === call.contactId);
}
