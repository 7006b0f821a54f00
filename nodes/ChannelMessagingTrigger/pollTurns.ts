import type { Clock } from '../ChannelMessaging/scheduling/clock';
import { removeIdle } from './idleTriggers';

/** The number of consecutive polls without a request after which a trigger reports an error. */
export const maxPollsWithoutRequest = 3;

/** The shortest polling interval in n8n, and the window of the rate limit. */
const minuteMs = 60_000;

/** A trigger whose next poll is later than this no longer polls, for example if it was unpublished. */
const maxDelayMs = 30_000;

/** How often a waiting request checks whether its trigger is next. */
const checkIntervalMs = 500;

interface WaitingTrigger {
	readonly channelKey: string;
	/** When the trigger sent its last request, or when it first polled if it hasn't sent any. */
	lastRequestAt: number;
	/**
	 * Like `lastRequestAt`, but `-Infinity` if the trigger hasn't sent a request. Such a trigger
	 * comes first.
	 */
	turnAt: number;
	polledAt: number;
	/** Whether the latest poll activated the workflow. If so, the next poll can come at any time. */
	isActivation: boolean;
	/** The time between the latest two polls, or the shortest possible interval if it isn't known. */
	intervalMs: number;
	/** Whether its poll has a request that hasn't been sent yet. */
	isWaiting: boolean;
	pollsWithoutRequest: number;
}

/**
 * Tracks which triggers in this process could send requests. If many triggers share a token, a poll
 * can end before it is allowed to send a request.
 *
 * n8n polls each trigger at a different second of the minute. Without an order across polls, the
 * same triggers would always be the first to poll when the rate limit permits requests again.
 */
export class PollTurns {
	private readonly triggers = new Map<string, WaitingTrigger>();

	constructor(private readonly clock: Clock) {}

	/** Records the start of a poll and returns its time. */
	start(trigger: string, channelKey: string, isActivation: boolean): number {
		const now = this.clock.now();
		removeIdle(this.triggers, now);
		const known = this.triggers.get(trigger);
		if (known?.channelKey === channelKey) {
			known.intervalMs = known.isActivation ? minuteMs : now - known.polledAt;
			Object.assign(known, { polledAt: now, isActivation });
			return now;
		}
		this.triggers.set(trigger, {
			channelKey,
			isActivation,
			...{ lastRequestAt: now, turnAt: -Infinity, polledAt: now, intervalMs: minuteMs },
			...{ isWaiting: false, pollsWithoutRequest: 0 },
		});
		return now;
	}

	/** Records that a request of the trigger waits for its turn. */
	wait(trigger: string): void {
		const waiting = this.triggers.get(trigger);
		if (waiting !== undefined) waiting.isWaiting = true;
	}

	/**
	 * Returns when the trigger's waiting request may be sent, or when to check again whether all
	 * triggers that have waited longer have sent a request. The turn can pass to another trigger until
	 * the request is sent, because a poll of that trigger has ended without a request.
	 */
	notBefore(trigger: string): number {
		const waiting = this.triggers.get(trigger);
		if (waiting?.isWaiting !== true || !this.hasEarlierTurn(waiting)) return -Infinity;
		return this.clock.now() + checkIntervalMs;
	}

	recordRequest(trigger: string): void {
		const waiting = this.triggers.get(trigger);
		if (waiting === undefined) return;
		waiting.isWaiting = false;
		waiting.lastRequestAt = waiting.turnAt = this.clock.now();
		waiting.pollsWithoutRequest = 0;
	}

	/**
	 * Records the end of a poll. Returns `true` if the trigger couldn't send a request in too many
	 * consecutive polls. A request from a publication during the poll also counts.
	 */
	end(trigger: string, startedAt: number): boolean {
		const waiting = this.triggers.get(trigger);
		if (waiting === undefined) return false;
		waiting.isWaiting = false;
		if (waiting.turnAt < startedAt) waiting.pollsWithoutRequest += 1;
		return waiting.pollsWithoutRequest >= maxPollsWithoutRequest;
	}

	/** Returns how many triggers have polled the channel since this trigger's last request. */
	sharing(trigger: string): number {
		const waiting = this.triggers.get(trigger);
		if (waiting === undefined) return 1;
		const { channelKey, lastRequestAt } = waiting;
		return [...this.triggers.values()].filter(
			(other) => other.channelKey === channelKey && other.polledAt >= lastRequestAt,
		).length;
	}

	/**
	 * Returns whether another trigger has waited longer than this one, and has a waiting request or
	 * polls again before the rate limit would permit the next request.
	 */
	private hasEarlierTurn({ channelKey, turnAt }: WaitingTrigger): boolean {
		const now = this.clock.now();
		return [...this.triggers.values()].some((other) => {
			// The time in which another process polled looks like a long interval.
			const isNext = [other.intervalMs, minuteMs].some((intervalMs) => {
				const nextPollAt = other.polledAt + intervalMs;
				return nextPollAt <= now + minuteMs && nextPollAt >= now - maxDelayMs;
			});
			const isStarved = other.pollsWithoutRequest > 0 && isNext;
			return (
				other.channelKey === channelKey && other.turnAt < turnAt && (isStarved || other.isWaiting)
			);
		});
	}
}
