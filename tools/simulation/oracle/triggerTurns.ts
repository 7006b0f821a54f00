import type { TriggerFact, TriggerRecording } from '../world/triggerRecording';
import { shownSettings } from './shownSettings';

/** The number of polls without a request after which a trigger must fail. */
const maxPollsWithoutRequest = 3;

/** A poll waits for its turn at the latest after this time, in milliseconds. */
const startMs = 100;

/** Of this many requests, one can go ahead of triggers that have waited longer. */
const turnsPerException = 25;

/** A trigger that can't send a request in a poll is next if it polls again within this time. */
const minuteMs = 60_000;

/** The polls of a trigger with one token. */
interface Schedule {
	token: string;
	startedAt: number;
	/** The time between the latest two polls. */
	intervalMs: number;
	endedAt: number;
	/** The time of the latest request. A trigger that has sent none has waited longest. */
	waitingSince: number;
	/** The number of polls without a request since the latest one. */
	without: number;
}

/** A poll that waits for its first request. */
interface WaitingPoll {
	trigger: number;
	since: number;
	isActivation: boolean;
	hasRequest: boolean;
	/** The latest request, if it was lost or the service failed. The next one repeats it, in the same turn. */
	failed: string | undefined;
	/** A publication that began after the poll has succeeded, so n8n gets no result of the poll. */
	isOutdated: boolean;
	/** Whether another poll of the trigger was running, so that this one sends no request. */
	isSkipped: boolean;
	/** The settings and the token. */
	key: string;
}

interface Turns {
	/** When each trigger sent its latest request. One that has sent none has waited longest. */
	latest: Map<number, number>;
	/** The running polls, by context. */
	polls: Map<number, WaitingPoll>;
	schedules: Map<number, Schedule>;
	/** The number of requests since the latest one that went ahead of others. */
	sinceException: number;
	/** While the service rejects requests, they are repeated in the order of their rejection. */
	isRejected: boolean;
}

/** Returns whether a poll fails because the trigger got no request. */
export function hasStarved({ error }: { error: string | undefined }): boolean {
	return error?.startsWith('No request in 3 polls') === true;
}

interface JudgedTurns {
	wrong: string[];
	excepted: string[];
}

/**
 * T5: of all triggers with one token, the one that has waited longest is next, and a trigger that
 * gets no request in three polls fails. Each process has its own turns.
 */
export function triggerTurns(recording: TriggerRecording): string[] {
	return judgedTurns(recording).wrong;
}

/**
 * The exceptions of T5: triggers that never had a turn leave every 25th turn to others, and a
 * publication doesn't wait for its turn, because a person waits for it.
 */
export function turnsOfOthers(recording: TriggerRecording): string[] {
	return judgedTurns(recording).excepted;
}

function judgedTurns({ facts }: TriggerRecording): JudgedTurns {
	const judged: JudgedTurns = { wrong: [], excepted: [] };
	const processes = new Map<number, Turns>();
	for (const fact of facts) {
		const turns = processes.get(fact.process) ?? {
			...{ latest: new Map(), polls: new Map(), schedules: new Map() },
			...{ sinceException: turnsPerException, isRejected: false },
		};
		processes.set(fact.process, turns);
		judgeTurn(turns, fact, judged);
	}
	return judged;
}

function judgeTurn(turns: Turns, fact: TriggerFact, { wrong, excepted }: JudgedTurns): void {
	const { latest, polls, schedules } = turns;
	const { trigger, at, context } = fact;
	switch (fact.kind) {
		case 'pollStarts': {
			const isActivation = fact.activation !== undefined;
			const key = JSON.stringify([shownSettings(fact.settings), fact.token]);
			const isRunning = [...polls.values()].some(
				(other) => other.trigger === trigger && other.key === key,
			);
			const isSkipped = isRunning && !isActivation;
			const schedule = schedules.get(trigger);
			// With another token, other triggers take turns.
			// An activation that sends no request doesn't count, so intervals are measured after it.
			const startedAt = isActivation ? -Infinity : at;
			if (schedule?.token !== fact.token) {
				latest.delete(trigger);
				schedules.set(trigger, {
					...{ token: fact.token, startedAt, intervalMs: Infinity, endedAt: -Infinity },
					...{ waitingSince: -Infinity, without: 0 },
				});
			} else if (!isSkipped) {
				schedule.intervalMs = at - schedule.startedAt;
				schedule.startedAt = startedAt;
			}
			polls.set(context, {
				...{ trigger, since: at, hasRequest: false, failed: undefined, isOutdated: false },
				...{ isActivation, isSkipped, key },
			});
			break;
		}
		case 'request': {
			const poll = polls.get(context);
			turns.isRejected ||= fact.request.result === 429;
			const isFirst = poll?.hasRequest === false && !turns.isRejected;
			const next = isFirst ? triggerWithNextTurn(turns, poll, at) : undefined;
			if (next !== undefined) {
				wrong.push(`trigger ${String(trigger)} polls ahead of ${String(next)}`);
			}
			const { path, result } = fact.request;
			const isRepeated = poll?.failed === path;
			if (poll !== undefined) {
				poll.hasRequest = true;
				poll.failed = typeof result === 'number' && result < 500 ? undefined : path;
			}
			const own = schedules.get(trigger);
			if (own !== undefined) Object.assign(own, { waitingSince: at, without: 0 });
			const since = latest.get(trigger) ?? -Infinity;
			latest.set(trigger, at);
			turns.sinceException += 1;
			if (turns.isRejected || isRepeated) break;
			const overtaken = [...polls.values()].find(
				(other) =>
					!other.hasRequest &&
					other.trigger !== trigger &&
					other.since < at - startMs &&
					(latest.get(other.trigger) ?? -Infinity) < since,
			);
			if (overtaken === undefined) break;
			const text = `trigger ${String(trigger)} goes ahead of ${String(overtaken.trigger)}`;
			if (poll?.isActivation === true) {
				excepted.push(text);
				break;
			}
			(turns.sinceException >= turnsPerException ? excepted : wrong).push(text);
			turns.sinceException = 0;
			break;
		}
		case 'pollEnds': {
			const poll = polls.get(context);
			polls.delete(context);
			if (poll === undefined) break;
			const { since, hasRequest, isActivation, isOutdated, isSkipped } = poll;
			if (isActivation && fact.error === undefined) {
				for (const other of polls.values()) other.isOutdated ||= other.since <= since;
			}
			const schedule = schedules.get(trigger);
			if (isActivation || isSkipped || schedule === undefined) break;
			schedule.endedAt = at;
			// A publication of the trigger can send a request during the poll.
			const isServed = hasRequest || schedule.waitingSince >= since;
			schedule.without = isServed ? 0 : schedule.without + 1;
			const mustFail = schedule.without >= maxPollsWithoutRequest;
			if (mustFail && fact.error === undefined && !isOutdated) {
				wrong.push(`trigger ${String(trigger)} gets no request, and does not fail`);
			}
			if (!mustFail && hasStarved(fact)) {
				wrong.push(`trigger ${String(trigger)} fails, although it got a request`);
			}
		}
	}
}

/**
 * Returns a trigger that has waited longer than a poll with its first request, and that polls again
 * before the rate limit would permit another request.
 */
function triggerWithNextTurn(
	{ schedules, polls }: Turns,
	{ trigger, since, isActivation }: WaitingPoll,
	at: number,
): number | undefined {
	const own = schedules.get(trigger);
	if (own === undefined || isActivation) return undefined;
	const running = new Set([...polls.values()].map((poll) => poll.trigger));
	const [next] =
		[...schedules].find(([other, schedule]) => {
			const nextAt = schedule.startedAt + schedule.intervalMs;
			return (
				!running.has(other) &&
				schedule.token === own.token &&
				schedule.without > 0 &&
				schedule.endedAt < since &&
				schedule.waitingSince < own.waitingSince &&
				nextAt > at &&
				nextAt <= since + minuteMs
			);
		}) ?? [];
	return next;
}
