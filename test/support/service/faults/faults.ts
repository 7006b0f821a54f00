import { z } from 'zod';

const status = z.number().int().min(200).max(599);
const headers = z.record(z.string()).optional();
const message = z.string().optional();

const kind = <Kind extends string, Shape extends z.ZodRawShape>(name: Kind, shape: Shape) =>
	z.strictObject({ kind: z.literal(name), ...shape });

const fault = z.discriminatedUnion('kind', [
	/** Responds with an error envelope. The request has no effect. */
	kind('status', { status, message, headers }),
	/** Processes the request, then responds with an error envelope. */
	kind('statusAfterEffect', { status, message, headers }),
	/** Processes the request and delays the response. */
	kind('slow', { delayMs: z.number().min(0) }),
	kind('connectionLost', { when: z.enum(['beforeEffect', 'afterEffect']) }),
	/**
	 * Processes the request, then sends this response, such as HTML, truncated JSON, or an empty
	 * body.
	 */
	kind('response', { status, contentType: z.string(), body: z.string(), headers }),
	/** Processes the request and never responds. The connection stays open. */
	kind('noResponse', {}),
]);

/** A fault and the requests that it affects: all requests if `match` is missing. */
const faultRule = z.strictObject({
	match: z
		.strictObject({
			/** Matches the requested path: encoded, with its query. */
			path: z.union([z.instanceof(RegExp), z.string()]),
			/** The decoded ID of the contact. */
			contactId: z.string(),
			/** Skips the first n - 1 requests that match everything else. */
			nth: z.number().int().min(1),
		})
		.partial()
		.default({}),
	/** The maximum number of affected requests. `null` (for JSON) and `Infinity`: no maximum. */
	times: z.number().min(1).nullable().default(1),
	fault,
});

export type Fault = z.infer<typeof fault>;
export type FaultRule = z.input<typeof faultRule>;

type MatchedRequest = Readonly<Record<'path' | 'contactId', string>>;

interface ActiveRule extends z.output<typeof faultRule> {
	readonly pattern: RegExp;
	/** The number of requests that matched, ignoring `nth`. */
	matchCount: number;
	affectedCount: number;
}

/** The configured faults. The first matching rule applies. */
export class Faults {
	private rules: ActiveRule[] = [];

	/** Throws if the rule, or the regular expression of its path, is invalid. */
	add(rule: FaultRule): void {
		const parsed = faultRule.parse(rule);
		const pattern = new RegExp(parsed.match.path ?? '');
		this.rules.push({ ...parsed, pattern, matchCount: 0, affectedCount: 0 });
	}

	clear(): void {
		this.rules = [];
	}

	/** Returns the fault for a request, and counts the request. */
	next(request: MatchedRequest): Fault | undefined {
		// Every rule counts the request, including those after the first match.
		const [rule] = this.rules.filter((candidate) => this.matches(candidate, request));
		if (!rule) return undefined;
		rule.affectedCount += 1;
		return rule.fault;
	}

	private matches(rule: ActiveRule, request: MatchedRequest): boolean {
		const { contactId, nth = 1 } = rule.match;
		if (rule.affectedCount >= (rule.times ?? Infinity)) return false;
		if (contactId !== undefined && contactId !== request.contactId) return false;
		if (!rule.pattern.test(request.path)) return false;
		rule.matchCount += 1;
		return rule.matchCount >= nth;
	}
}
