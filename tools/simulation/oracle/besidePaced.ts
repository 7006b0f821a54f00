import { usualConditions } from '../history/history';
import type { Evidence, ExecutionEvidence, Oracle } from './evidence';

const minuteMs = 60_000;

const minShareOfLimit = 0.9;

/** The time for the last responses, and for the messages that were written right before. */
const slackMs = 5_000;

/**
 * *Messages per Minute* and *Delay Before* don't slow down other executions: one without a delay only
 * takes as long as its own pace and the requests that were written meanwhile. Only checked if nothing
 * else can delay it.
 */
export const besidePaced: Oracle = ({ executions, history, requests }) => {
	if (!isUndisturbed(history) || !executions.some(isPaced)) return [];
	const perMs = (minShareOfLimit * usualConditions.messagesPerSecond) / 1_000;
	return executions.filter(sendsImmediately).map((execution) => {
		const { endedAt = Infinity, number, plan, startedAt } = execution;
		const written = requests.filter(
			({ writtenAt }) => writtenAt >= startedAt && writtenAt <= endedAt,
		);
		const intervalMs = plan.messagesPerMinute > 0 ? minuteMs / plan.messagesPerMinute : 0;
		const paceMs = execution.requests.length * intervalMs;
		const tookMs = endedAt - startedAt;
		return tookMs > slackMs + paceMs + written.length / perMs
			? `Execution ${String(number)} took ${(tookMs / 1_000).toFixed(1)} s next to paced ones, although only ${String(written.length)} requests were written`
			: undefined;
	});
};

function isUndisturbed({ conditions, events, workers }: Evidence['history']): boolean {
	return (
		workers === 1 &&
		JSON.stringify(conditions) === JSON.stringify(usualConditions) &&
		events.every(({ kind }) => kind === 'executions' || kind === 'stop')
	);
}

function isPaced({ plan }: ExecutionEvidence): boolean {
	return plan.messagesPerMinute + plan.delaySeconds > 0;
}

function sendsImmediately(execution: ExecutionEvidence): boolean {
	const { plan, stoppedAt } = execution;
	return (
		plan.delaySeconds === 0 &&
		stoppedAt === undefined &&
		plan.operation === 'send' &&
		plan.maxTries === 1 &&
		!plan.testsOnly &&
		!plan.skipsTagged &&
		!plan.neverMessagesTagged &&
		plan.sendingHours === undefined &&
		plan.searches.length === 0 &&
		plan.identifiedBy.every((mode) => mode === 'id')
	);
}
