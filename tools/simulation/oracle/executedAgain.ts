import {
	type Evidence,
	type ExecutionEvidence,
	isUncertain,
	type ItemEvidence,
	type Oracle,
} from './evidence';

const hourMs = 3_600_000;

/** Between these times, the hour may or may not be over, because executions take time. */
const aboutAnHourMs = [55 * 60_000, 2 * hourMs] as const;

/** The messages of an execution that stopped. */
interface Batch {
	startedAt: number;
	endedAt: number;
	counts: Map<string, Count>;
	tokens: ReadonlySet<string>;
	/** The token that the service rejected. Another token can replace it. */
	rejected: string | undefined;
}

/** How often executions sent an identical message. */
interface Count {
	/** With a response that confirms it. */
	confirmed: number;
	accepted: number;
	/** Accepted, or with an unknown outcome. */
	possible: number;
}

const none: Count = { confirmed: 0, accepted: 0, possible: 0 };

type Counts = ReadonlyMap<string, Count>;

/**
 * M12: after an execution in the editor that stopped at a failure, or that the user stopped, others
 * send none of its messages again, for an hour. Identical messages are counted: each one that was
 * sent, or may have been, is skipped once, or once by each of several concurrent executions.
 * Executions that a trigger started skip nothing.
 */
export const executedAgain: Oracle = (evidence) => [
	...evidence.executions
		.filter(({ plan }) => plan.mode !== 'manual' && plan.textsOf !== undefined && isCounted(plan))
		.flatMap(({ items }) => items)
		.filter(({ reports }) => reports.some(({ outcome }) => outcome === 'skipped'))
		.map(({ name }) => `${name} was skipped, although no person started the execution`),
	...histories(evidence).flatMap(violationsIn),
];

/** Whether nothing else skips messages of the execution. */
function isCounted({
	campaigns,
	keys,
	sendingHours,
	skipsMissingContact,
	skipsTagged,
}: ExecutionEvidence['plan']): boolean {
	const hasKeys = keys > 0 || campaigns > 0;
	return !hasKeys && sendingHours === undefined && !skipsMissingContact && !skipsTagged;
}

/**
 * Returns the executions of each workflow that a person started in each process, in order. An
 * execution consists of the iterations of a loop.
 */
function histories({ crashes, executions }: Evidence): ExecutionEvidence[][][] {
	const known = new Map<string, Map<number, ExecutionEvidence[]>>();
	for (const execution of executions) {
		const { firstIteration, plan, startedAt, worker } = execution;
		if (plan.mode !== 'manual' || plan.operation !== 'send' || plan.testsOnly) continue;
		const crashTimes = crashes.filter((crash) => crash.worker === worker).map(({ at }) => at);
		const processSince = Math.max(0, ...crashTimes.filter((at) => at <= startedAt));
		const key = JSON.stringify([worker, processSince, plan.workflow]);
		const loops = known.get(key) ?? new Map<number, ExecutionEvidence[]>();
		known.set(key, loops);
		loops.set(firstIteration, [...(loops.get(firstIteration) ?? []), execution]);
	}
	return [...known.values()].map((loops) => [...loops.values()]);
}

function violationsIn(loops: readonly ExecutionEvidence[][]): string[] {
	const violations: string[] = [];
	let batches: Batch[] = [];
	for (const group of concurrent(loops)) {
		const startedAt = Math.min(...group.map(startOf));
		batches = batches.filter(({ endedAt }) => startedAt - endedAt <= aboutAnHourMs[1]);
		const known = new Map(group.map((iterations) => [iterations, earlierOf(batches, iterations)]));
		const results = group.map((iterations) => {
			const earlier = new Map(known.get(iterations));
			for (const other of group) {
				if (other === iterations) continue;
				// An execution may take messages of others that stop meanwhile.
				for (const [key, { possible }] of messagesIn(other, new Map()).sent) {
					add(earlier, key, { ...none, possible });
				}
				// Between two runs of the node, a loop looks as if it had ended.
				if (!isSingleRun(other) && startOf(other) <= endOf(iterations)) {
					for (const [key, count] of earlier)
						earlier.set(key, { ...none, possible: count.possible });
				}
			}
			return { iterations, ...messagesIn(iterations, earlier) };
		});
		violations.push(...results.flatMap(({ violations: found }) => found));
		const isAlone = group.length === 1;
		const stopped = results.filter(({ iterations }) => hasStopped(iterations));
		const finished = results.filter((result) => !stopped.includes(result));
		for (const { iterations, sent, skipped, withoutRequest } of stopped) {
			const counts = new Map(sent);
			const rejected = rejectedTokenOf(iterations);
			if (rejected !== undefined) {
				// Messages of a failed item may have been skipped. Then they have the token, too.
				for (const [key, count] of withoutRequest) {
					const known = batches.map((batch) => countIn(batch, key, iterations).possible);
					const possible = Math.min(count, Math.max(0, ...known));
					add(counts, key, { ...none, possible });
				}
			}
			for (const [key, count] of isAlone ? skipped : []) {
				const all = { confirmed: count, accepted: count, possible: count };
				add(counts, key, take(batches, key, all, iterations));
			}
			batches.push({
				startedAt: startOf(iterations),
				endedAt: endOf(iterations),
				counts,
				tokens: new Set(tokensOf(iterations)),
				rejected,
			});
		}
		for (const { iterations, skipped, withoutRequest } of finished) {
			for (const [key, count] of withoutRequest) {
				take(batches, key, { confirmed: count, accepted: count, possible: 0 }, iterations);
			}
			// Some of them may have been skipped because of their keys.
			if (!isAlone || !iterations.every(({ plan }) => isCounted(plan))) continue;
			for (const [key, count] of skipped) {
				take(batches, key, { ...none, possible: count }, iterations);
			}
		}
		if (!isAlone && stopped.length === 0) {
			for (const [key, count] of maxima(finished.map(({ skipped }) => skipped))) {
				take(batches, key, { ...none, possible: count }, group.flat());
			}
		}
	}
	return violations;
}

/** The token that replaces the rejected one of a batch: the only one that the batch didn't use. */
function replacementOf({ tokens }: Batch, iterations: readonly ExecutionEvidence[]) {
	const added = [...new Set(tokensOf(iterations))].filter((token) => !tokens.has(token));
	return added.length === 1 ? added[0] : undefined;
}

/** Returns the key of an execution's message in a batch, in which the token can be another one. */
function keyIn(batch: Batch, key: string, iterations: readonly ExecutionEvidence[]): string {
	const [token, ...message] = JSON.parse(key) as unknown[];
	const isReplaced = batch.rejected !== undefined && replacementOf(batch, iterations) === token;
	return isReplaced ? JSON.stringify([batch.rejected, ...message]) : key;
}

function countIn(batch: Batch, key: string, iterations: readonly ExecutionEvidence[]): Count {
	return batch.counts.get(keyIn(batch, key, iterations)) ?? none;
}

function tokensOf(iterations: readonly ExecutionEvidence[]): string[] {
	return iterations.flatMap(({ items }) => items.map(({ token }) => token));
}

/** Returns the token that the service rejected in the last attempt. */
function rejectedTokenOf(iterations: readonly ExecutionEvidence[]): string | undefined {
	const { attempts = [], requests = [] } = iterations.at(-1) ?? {};
	const last = attempts.length - 1;
	return requests.find(({ attempt, result }) => attempt === last && result === 401)?.token;
}

/** Groups executions that overlap, in order. */
function concurrent(loops: readonly ExecutionEvidence[][]): ExecutionEvidence[][][] {
	const groups: ExecutionEvidence[][][] = [];
	let endedAt = -Infinity;
	for (const iterations of loops) {
		const group = groups.at(-1);
		if (group !== undefined && startOf(iterations) <= endedAt) group.push(iterations);
		else groups.push([iterations]);
		endedAt = Math.max(endedAt, endOf(iterations));
	}
	return groups;
}

/** Returns the messages that an execution may skip, and those that it must skip. */
function earlierOf(batches: readonly Batch[], iterations: readonly ExecutionEvidence[]): Counts {
	const earlier = new Map<string, Count>();
	for (const batch of batches) {
		const isCertain = startOf(iterations) - batch.startedAt <= aboutAnHourMs[0];
		const replacement = batch.rejected && replacementOf(batch, iterations);
		for (const [key, { possible, ...certain }] of batch.counts) {
			const [token, ...message] = JSON.parse(key) as unknown[];
			const isReplaced = replacement !== undefined && token === batch.rejected;
			const own = isReplaced ? JSON.stringify([replacement, ...message]) : key;
			add(earlier, own, { ...none, ...(isCertain && certain), possible });
		}
	}
	return earlier;
}

/** Removes messages from the oldest batches, and returns the removed ones. */
function take(
	batches: readonly Batch[],
	key: string,
	count: Count,
	iterations: readonly ExecutionEvidence[],
): Count {
	const taken = { ...none };
	for (const batch of batches) {
		const known = { ...countIn(batch, key, iterations) };
		for (const name of ['confirmed', 'accepted', 'possible'] as const) {
			const moved = Math.min(count[name] - taken[name], known[name]);
			taken[name] += moved;
			known[name] -= moved;
		}
		batch.counts.set(keyIn(batch, key, iterations), known);
	}
	return taken;
}

function maxima(all: ReadonlyArray<ReadonlyMap<string, number>>): Map<string, number> {
	const result = new Map<string, number>();
	for (const [key, count] of all.flatMap((counts) => [...counts])) {
		result.set(key, Math.max(count, result.get(key) ?? 0));
	}
	return result;
}

function hasStopped(iterations: readonly ExecutionEvidence[]): boolean {
	return (
		iterations.some(({ stoppedAt }) => stoppedAt !== undefined) ||
		iterations.at(-1)?.attempts.at(-1)?.error !== undefined
	);
}

/** Whether the execution runs the node once, without retries. */
function isSingleRun(iterations: readonly ExecutionEvidence[]): boolean {
	return iterations.length === 1 && iterations[0]?.attempts.length === 1;
}

function endOf(iterations: readonly ExecutionEvidence[]): number {
	return Math.max(...iterations.map(({ endedAt = Infinity }) => endedAt));
}

function startOf([first]: readonly ExecutionEvidence[] = []): number {
	return first?.startedAt ?? Infinity;
}

/** Counts the messages of a loop, and compares them with those of earlier executions. */
function messagesIn(
	iterations: readonly ExecutionEvidence[],
	earlier: Counts,
): {
	sent: Counts;
	skipped: ReadonlyMap<string, number>;
	withoutRequest: ReadonlyMap<string, number>;
	violations: string[];
} {
	const violations: string[] = [];
	const sent = new Map<string, Count>();
	/** By message. A message without a request may have been skipped. */
	const withoutRequest = new Map<string, number>();
	const skipped = new Map<string, number>();
	for (const item of iterations.flatMap(({ items }) => items)) {
		const { plan } = item.execution;
		for (const [position, requests] of item.messages.entries()) {
			const key = messageOf(item, position);
			const before = earlier.get(key) ?? none;
			const accepted = requests.filter((request) => request.accepted);
			if (requests.length === 0) increment(withoutRequest, key);
			if (requests.length === 0 && isConcluded(item)) increment(skipped, key);
			const count: Count = {
				confirmed: accepted.some((request) => !isUncertain(request)) ? 1 : 0,
				accepted: accepted.length > 0 ? 1 : 0,
				possible: accepted.length > 0 || requests.some(isUncertain) ? 1 : 0,
			};
			add(sent, key, count);
			// *Retry When Unsure* resends messages with an unknown outcome.
			const sentBefore = plan.retryWhenUnsure ? before.confirmed : before.accepted;
			const isSentAgain = count.accepted > 0 && (withoutRequest.get(key) ?? 0) < sentBefore;
			if (isSentAgain) {
				violations.push(
					`Message ${String(position)} of ${item.name} was sent again, although executions before it stopped after they sent ${String(sentBefore)} identical messages`,
				);
			}
			if (isCounted(plan) && (skipped.get(key) ?? 0) > before.possible) {
				violations.push(
					`Message ${String(position)} of ${item.name} was skipped, but only ${String(before.possible)} identical messages can have been sent`,
				);
			}
		}
	}
	return { sent, skipped, withoutRequest, violations };
}

/** Identifies identical messages to the same contact. */
function messageOf({ execution, itemIndex, token }: ItemEvidence, position: number): string {
	const { plan, number } = execution;
	const origin = plan.textsOf ?? number;
	const isFile = plan.files && position === 0;
	return JSON.stringify([token, itemIndex % plan.contacts, origin, itemIndex, position, isFile]);
}

/** Whether all messages of the item were sent or skipped. */
function isConcluded({ reports }: ItemEvidence): boolean {
	const outcome = reports.at(-1)?.outcome;
	return outcome === 'done' || outcome === 'skipped';
}

function increment(counts: Map<string, number>, key: string): void {
	counts.set(key, (counts.get(key) ?? 0) + 1);
}

function add(counts: Map<string, Count>, key: string, count: Count): void {
	const known = counts.get(key) ?? none;
	counts.set(key, {
		confirmed: known.confirmed + count.confirmed,
		accepted: known.accepted + count.accepted,
		possible: known.possible + count.possible,
	});
}
