import type { z } from 'zod';
import type { RandomNumbers } from '../randomness';
import { type Fault, type FaultRule, faultRule } from './fault';

/** A call as the rules see it. */
export interface FaultableCall {
	readonly method: string;
	readonly path: string;
	readonly contactId: string | undefined;
}

interface ActiveRule extends z.output<typeof faultRule> {
	readonly pattern: RegExp;
	/** How many calls have met everything but the number. */
	seen: number;
	struck: number;
}

/** The faults that were asked for. The first rule that applies to a call decides. */
export class Faults {
	private rules: ActiveRule[] = [];

	constructor(private readonly random: RandomNumbers) {}

	/** Throws where the rule isn't one, or its path isn't a regular expression. */
	add(rule: FaultRule): void {
		const checked = faultRule.parse(rule);
		const pattern = new RegExp(checked.match.path ?? '');
		this.rules.push({ ...checked, pattern, seen: 0, struck: 0 });
	}

	clear(): void {
		this.rules = [];
	}

	/** Uses one of the rule's times up. */
	strike(call: FaultableCall): Fault | undefined {
		const rule = this.rules.filter((candidate) => this.applies(candidate, call))[0];
		if (!rule) return undefined;
		rule.struck += 1;
		return rule.fault;
	}

	private applies(rule: ActiveRule, call: FaultableCall): boolean {
		const { method, contactId, nth = 1 } = rule.match;
		if (rule.struck >= (rule.times ?? Infinity)) return false;
		if (method !== undefined && method.toUpperCase() !== call.method) return false;
		if (contactId !== undefined && contactId !== call.contactId) return false;
		if (!rule.pattern.test(call.path)) return false;
		rule.seen += 1;
		return rule.seen >= nth && (rule.probability >= 1 || this.random() < rule.probability);
	}
}
