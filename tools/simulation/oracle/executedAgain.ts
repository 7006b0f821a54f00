import type { RecordedRequest } from '../world/recording';
import {
	contactIdIn,
	type Evidence,
	type ExecutionEvidence,
	fetchedId,
	isUncertain,
	type ItemEvidence,
	type Oracle,
} from './evidence';

const hourMs = 3_600_000;

/** Between these times, the hour may or may not be over, because executions take time. */
const aboutAnHourMs = [55 * 60_000, 2 * hourMs] as const;

/**
 * M12: after an execution in the editor that stopped at a failure, or that the user stopped, the next
 * one sends none of its messages again, for an hour. It skips only messages that were sent, or may
 * have been. Executions that a trigger started skip nothing.
 */
export const executedAgain: Oracle = (evidence) => {
	const violations: Array<string | undefined> = [];
	for (const execution of evidence.executions) {
		const { plan, endedAt = Infinity } = execution;
		if (plan.textsOf === undefined || plan.keys > 0 || plan.testsOnly) continue;
		if (plan.mode !== 'manual') {
			violations.push(...execution.items.map((item) => unfoundedSkip(item, new Set())));
			continue;
		}
		const earlier = stoppedBefore(execution, evidence);
		if (earlier === undefined) continue;
		const sent = new Set(earlier.flatMap(({ items }) => items.flatMap(acceptedBy)));
		const possible = new Set(earlier.flatMap(({ items }) => items.flatMap(possiblyAcceptedBy)));
		const pauseMs = execution.startedAt - (earlier.at(-1)?.endedAt ?? 0);
		for (const item of execution.items) {
			if (pauseMs < aboutAnHourMs[0] && endedAt < Infinity && !plan.retryWhenUnsure) {
				violations.push(sentAgain(item, sent));
			}
			violations.push(unfoundedSkip(item, pauseMs > aboutAnHourMs[1] ? new Set() : possible));
		}
	}
	return violations;
};

/**
 * Returns the executions directly before one that stopped, oldest first, in the same process. Returns
 * `undefined` if executions overlap, because then the order in which they begin is unknown.
 */
function stoppedBefore(
	execution: ExecutionEvidence,
	{ crashes, executions }: Pick<Evidence, 'crashes' | 'executions'>,
): ExecutionEvidence[] | undefined {
	const { plan, worker, number, startedAt } = execution;
	const crashTimes = crashes.filter((crash) => crash.worker === worker).map(({ at }) => at);
	const processSince = Math.max(0, ...crashTimes.filter((at) => at <= startedAt));
	const same = executions.filter(
		(other) =>
			other.number <= number &&
			other.worker === worker &&
			other.startedAt >= processSince &&
			other.plan.mode === 'manual' &&
			other.plan.operation === 'send' &&
			!other.plan.testsOnly &&
			other.plan.workflow === plan.workflow,
	);
	const overlaps = same.some(
		({ endedAt = Infinity }, index) => endedAt > (same[index + 1]?.startedAt ?? Infinity),
	);
	if (overlaps) return undefined;
	const others = same.slice(0, -1);
	const ended = others.map(
		({ attempts, stoppedAt }) => attempts.at(-1)?.error === undefined && stoppedAt === undefined,
	);
	return others.slice(ended.lastIndexOf(true) + 1);
}

const messageOf = (request: RecordedRequest) =>
	`${request.token} ${fetchedId(contactIdIn(request) ?? '')} ${String(request.body)}`;

function acceptedBy({ requests }: ItemEvidence): string[] {
	return requests.filter(({ accepted }) => accepted).map(messageOf);
}

function possiblyAcceptedBy({ requests }: ItemEvidence): string[] {
	return requests.filter((request) => request.accepted || isUncertain(request)).map(messageOf);
}

function sentAgain(item: ItemEvidence, sent: ReadonlySet<string>): string | undefined {
	return acceptedBy(item).some((message) => sent.has(message))
		? `${item.name} was sent again, although the execution before it stopped`
		: undefined;
}

function unfoundedSkip(item: ItemEvidence, possible: ReadonlySet<string>): string | undefined {
	const isSkipped = item.reports.some(({ outcome }) => outcome === 'skipped');
	if (!isSkipped) return undefined;
	const text = `execution ${String(item.execution.plan.textsOf)}, item ${String(item.itemIndex)}"`;
	return [...possible].some((message) => message.includes(text))
		? undefined
		: `${item.name} was skipped, but no equal message can have been sent`;
}
