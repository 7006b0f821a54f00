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

/** How often executions sent an equal message. */
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
 * M12: after an execution in the editor that stopped at a failure, or that the user stopped, the next
 * one sends none of its messages again, for an hour. Executions that overlap have their own messages. Equal messages are counted: each one that was
 * sent, or may have been, is skipped once. Executions that a trigger started skip nothing.
 */
export const executedAgain: Oracle = (evidence) => [
	...evidence.executions
		.filter(({ plan }) => plan.mode !== 'manual' && isCounted(plan))
		.flatMap(({ items }) => items)
		.filter(({ reports }) => reports.some(({ outcome }) => outcome === 'skipped'))
		.map(({ name }) => `${name} was skipped, although no person started the execution`),
	...histories(evidence).flatMap(violationsIn),
];

/** Whether nothing else skips messages of the execution. */
function isCounted({ campaigns, keys, textsOf }: ExecutionEvidence['plan']): boolean {
	return textsOf !== undefined && keys === 0 && campaigns === 0;
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

/** What is known about an execution after it ended. */
interface Ended {
	startedAt: number;
	endedAt: number;
	hasStopped: boolean;
	/** Its messages, and those of earlier executions that it had to skip. */
	known: Counts;
}

function violationsIn(loops: readonly ExecutionEvidence[][]): string[] {
	const violations: string[] = [];
	const previous: Ended[] = [];
	for (const iterations of loops) {
		const startedAt = startOf(iterations);
		const stopsAt = Math.min(...iterations.map(({ stoppedAt = Infinity }) => stoppedAt));
		const endedAt = Math.max(...iterations.map((execution) => execution.endedAt ?? Infinity));
		const earlier = earlierThan(startedAt, previous);
		const { sent, violations: found } = messagesIn(iterations, earlier);
		violations.push(...found);
		const hasFailed = iterations.at(-1)?.attempts.at(-1)?.error !== undefined;
		const hasStopped = stopsAt < Infinity || hasFailed;
		previous.push({ startedAt, endedAt, hasStopped, known: sumOf(earlier, sent) });
		// Whether the next execution learns about messages in flight depends on milliseconds.
		const isEnding = loops.some((other) => startOf(other) >= stopsAt && startOf(other) < endedAt);
		if (isEnding) break;
	}
	return violations;
}

/**
 * Returns the messages of the executions that stopped before another one starts, unless a third one
 * started after they stopped. It is the one that must skip their messages.
 */
function earlierThan(time: number, previous: readonly Ended[]): Counts {
	return previous
		.filter(({ endedAt, hasStopped }) => hasStopped && endedAt <= time)
		.filter(({ endedAt }) => !previous.some(({ startedAt }) => startedAt >= endedAt))
		.map(({ endedAt, known }) => {
			const pauseMs = time - endedAt;
			if (pauseMs > aboutAnHourMs[1]) return new Map<string, Count>();
			return pauseMs > aboutAnHourMs[0] ? possiblyKnown(known) : known;
		})
		.reduce(sumOf, new Map());
}

function startOf([first]: readonly ExecutionEvidence[] = []): number {
	return first?.startedAt ?? Infinity;
}

/** Counts the messages of a loop, and compares them with those of earlier executions. */
function messagesIn(
	iterations: readonly ExecutionEvidence[],
	earlier: Counts,
): { sent: Counts; violations: string[] } {
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
			if (isCounted(plan) && isSentAgain) {
				violations.push(
					`Message ${String(position)} of ${item.name} was sent again, although the execution before it stopped after it sent ${String(sentBefore)} equal messages`,
				);
			}
			if (isCounted(plan) && (skipped.get(key) ?? 0) > before.possible) {
				violations.push(
					`Message ${String(position)} of ${item.name} was skipped, but only ${String(before.possible)} equal messages can have been sent`,
				);
			}
		}
	}
	return { sent, violations };
}

/** Identifies equal messages to the same contact. */
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

function possiblyKnown(counts: Counts): Counts {
	return new Map([...counts].map(([key, { possible }]) => [key, { ...none, possible }]));
}

function sumOf(first: Counts, second: Counts): Counts {
	const sum = new Map(first);
	for (const [key, count] of second) add(sum, key, count);
	return sum;
}
