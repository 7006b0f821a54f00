import { z } from 'zod';

const status = z.number().int().min(200).max(599);
const headers = z.record(z.string()).optional();
const message = z.string().optional();

const kind = <Kind extends string, Shape extends z.ZodRawShape>(name: Kind, shape: Shape) =>
	z.strictObject({ kind: z.literal(name), ...shape });

/** What goes wrong with a call. */
const fault = z.discriminatedUnion('kind', [
	/** Answers this status in the envelope; the call does not take effect. */
	kind('status', { status, message, headers }),
	/** Takes effect, then answers this status in the envelope. */
	kind('statusAfterEffect', { status, message, headers }),
	/** Takes effect and answers so much later. */
	kind('slow', { milliseconds: z.number().min(0) }),
	/** The socket is destroyed. */
	kind('connectionLost', { when: z.enum(['beforeEffect', 'afterEffect']) }),
	/** Takes effect, then answers exactly this: HTML, truncated JSON, nothing, another shape. */
	kind('answer', { status, contentType: z.string(), body: z.string(), headers }),
	/** Takes effect and never answers; the connection stays open. */
	kind('never', {}),
]);

/** A fault and the calls that it strikes; without `match`, any call. */
const faultRule = z.strictObject({
	match: z
		.strictObject({
			method: z.string(),
			/** Tested against the path as requested: encoded, with its query. */
			path: z.union([z.instanceof(RegExp), z.string()]),
			/** The decoded identifier of the contact. */
			contactId: z.string(),
			/** From the nth call on that meets the rest, counted from 1 since the rule was added. */
			nth: z.number().int().min(1),
		})
		.partial()
		.default({}),
	/** How often it strikes a call that matches. */
	probability: z.number().min(0).max(1).default(1),
	/** How many calls it strikes; null, as JSON has it, and Infinity: all that follow. */
	times: z.number().min(1).nullable().default(1),
	fault,
});

export type Fault = z.infer<typeof fault>;
export type FaultRule = z.input<typeof faultRule>;

/** A call as the rules see it. */
type Call = Readonly<Record<'method' | 'path' | 'contactId', string>>;

interface ActiveRule extends z.output<typeof faultRule> {
	readonly pattern: RegExp;
	/** How many calls have met everything but the number. */
	seen: number;
	struck: number;
}

/** The faults that were asked for. The first rule that applies to a call decides. */
export class Faults {
	private rules: ActiveRule[] = [];

	constructor(private readonly random: () => number = Math.random) {}

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
	strike(call: Call): Fault | undefined {
		const rule = this.rules.filter((candidate) => this.applies(candidate, call))[0];
		if (!rule) return undefined;
		rule.struck += 1;
		return rule.fault;
	}

	private applies(rule: ActiveRule, call: Call): boolean {
		const { method, contactId, nth = 1 } = rule.match;
		if (rule.struck >= (rule.times ?? Infinity)) return false;
		if (method !== undefined && method !== call.method) return false;
		if (contactId !== undefined && contactId !== call.contactId) return false;
		if (!rule.pattern.test(call.path)) return false;
		rule.seen += 1;
		return rule.seen >= nth && (rule.probability >= 1 || this.random() < rule.probability);
	}
}
