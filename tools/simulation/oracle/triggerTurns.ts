import type { TriggerFact, TriggerRecording } from '../world/triggerRecording';

/** The number of polls without a request after which a trigger must fail. */
const maxPollsWithoutRequest = 3;

/** A poll waits for its turn at the latest after this time, in milliseconds. */
const startMs = 100;

/** A poll that waits for its first request. */
interface WaitingPoll {
	trigger: number;
	since: number;
	isActivation: boolean;
	hasRequest: boolean;
}

interface Turns {
	/** When each trigger sent its latest request. One that has sent none has waited longest. */
	latest: Map<number, number>;
	/** The running polls, by context. */
	polls: Map<number, WaitingPoll>;
	/** The number of polls without a request since the latest one, by trigger. */
	without: Map<number, number>;
	/** While the service rejects requests, they are repeated in the order of their rejection. */
	isRejected: boolean;
}

/** Returns whether a poll fails because the trigger got no request. */
export function hasStarved({ error }: { error: string | undefined }): boolean {
	return error?.startsWith('No request in 3 polls') === true;
}

/**
 * T5: of all triggers with one token, the one that has waited longest is next, and a trigger that
 * gets no request in three polls fails. Each process has its own turns.
 */
export function triggerTurns({ facts }: TriggerRecording): string[] {
	const wrong: string[] = [];
	const processes = new Map<number, Turns>();
	for (const fact of facts) {
		const turns = processes.get(fact.process) ?? {
			...{ latest: new Map(), polls: new Map(), without: new Map() },
			isRejected: false,
		};
		processes.set(fact.process, turns);
		wrong.push(...wrongTurns(turns, fact));
	}
	return wrong;
}

function wrongTurns(turns: Turns, fact: TriggerFact): string[] {
	const { latest, polls, without } = turns;
	const { trigger, at, context } = fact;
	switch (fact.kind) {
		case 'pollStarts':
			polls.set(context, {
				...{ trigger, since: at, hasRequest: false },
				isActivation: fact.activation !== undefined,
			});
			return [];
		case 'request': {
			const poll = polls.get(context);
			if (poll !== undefined) poll.hasRequest = true;
			turns.isRejected ||= fact.request.result === 429;
			const since = latest.get(trigger) ?? -Infinity;
			latest.set(trigger, at);
			if (turns.isRejected) return [];
			return [...polls.values()]
				.filter(
					(other) =>
						!other.hasRequest &&
						other.trigger !== trigger &&
						other.since < at - startMs &&
						(latest.get(other.trigger) ?? -Infinity) < since,
				)
				.map((other) => `trigger ${String(trigger)} goes ahead of ${String(other.trigger)}`);
		}
		case 'pollEnds': {
			const { hasRequest = true, isActivation = true } = polls.get(context) ?? {};
			polls.delete(context);
			if (isActivation) return [];
			const count = hasRequest ? 0 : (without.get(trigger) ?? 0) + 1;
			without.set(trigger, count);
			const mustFail = count >= maxPollsWithoutRequest;
			if (mustFail && fact.error === undefined) {
				return [`trigger ${String(trigger)} gets no request, and does not fail`];
			}
			return !mustFail && hasStarved(fact)
				? [`trigger ${String(trigger)} fails, although it got a request`]
				: [];
		}
		default:
			return [];
	}
}
