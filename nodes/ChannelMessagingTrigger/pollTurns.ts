import type { CancellationToken } from '../ChannelMessaging/scheduling/cancellationToken';
import type { Clock } from '../ChannelMessaging/scheduling/clock';
import { pause } from '../ChannelMessaging/scheduling/pause';
import { removeIdle } from './idleTriggers';

/** If a trigger sends no request in this many consecutive polls, it reports an error. */
export const maxPollsWithoutRequest = 3;

/** The shortest polling interval in n8n, which is also the window of the rate limit. */
const minuteMs = 60_000;

/**
 * If a trigger's next poll is later than this, the trigger no longer polls, for example because it
 * was unpublished.
 */
const maxDelayMs = 30_000;

/** How often a held request checks whether its trigger is next in line. */
const checkIntervalMs = 500;

interface WaitingTrigger {
	readonly channelKey: string;
	/** When the trigger sent its last request, or when it first polled if it hasn't sent any. */
	lastRequestAt: number;
	/**
	 * Like `lastRequestAt`, but `-Infinity` if the trigger hasn't sent a request. Such a trigger has
	 * the first turn.
	 */
	turnAt: number;
	polledAt: number;
	/** Whether the latest poll activated the workflow. If so, the next poll can come at any time. */
	isActivation: boolean;
	/**
	 * The time between the latest two polls, or the shortest possible interval if that time isn't
	 * known.
	 */
	intervalMs: number;
	/**
	 * The state of the trigger's next request. `held`: it waits for the trigger's turn. `queued`:
	 * it waits for a permit. `none`: there is no request.
	 */
	request: 'held' | 'none' | 'queued';
	pollsWithoutRequest: number;
}

/**
 * Tracks which triggers in this process could send requests. If many triggers share a token, a poll
 * can end before it is allowed to send a request.
 *
 * n8n polls each trigger at a different second of the minute. If triggers didn't take turns across
 * polls, the same triggers would always be the first to poll when the rate limit permits requests
 * again.
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
			...{ request: 'none', pollsWithoutRequest: 0 },
		});
		return now;
	}

	/** Waits until all triggers that have waited longer have sent or queued a request. */
	async awaitTurn(trigger: string, cancellation: CancellationToken): Promise<void> {
		const waiting = this.triggers.get(trigger);
		if (waiting === undefined) return;
		const isHeld = (other: WaitingTrigger) => other.request === 'held';
		while (!cancellation.isStopped && this.hasEarlierTurn(waiting, isHeld)) {
			waiting.request = 'held';
			await pause(this.clock, cancellation, checkIntervalMs);
		}
		waiting.request = 'queued';
	}

	/**
	 * Records that a request is sent. Returns `false` if the request must not be sent because it is
	 * now the turn of another trigger, whose poll has ended without a request.
	 *
	 * @param isActivation whether the request is sent regardless of turns, even if the trigger's
	 * scheduled poll has queued another one
	 */
	takeTurn(trigger: string, isActivation: boolean): boolean {
		const waiting = this.triggers.get(trigger);
		if (waiting === undefined) return true;
		const isWaiting = (other: WaitingTrigger) => other.request !== 'none';
		// A request that is retried keeps its turn.
		const isInTurn = !isActivation && waiting.request === 'queued';
		if (isInTurn && this.hasEarlierTurn(waiting, isWaiting)) return false;
		waiting.request = 'none';
		waiting.lastRequestAt = waiting.turnAt = this.clock.now();
		waiting.pollsWithoutRequest = 0;
		return true;
	}

	/**
	 * Records the end of a poll. Returns `true` if the trigger couldn't send a request in too many
	 * consecutive polls. A request from a publication during the poll also counts.
	 */
	end(trigger: string, startedAt: number): boolean {
		const waiting = this.triggers.get(trigger);
		if (waiting === undefined) return false;
		waiting.request = 'none';
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
	 * Returns whether another trigger has waited longer than this trigger, and either has a waiting
	 * request or polls again before the rate limit permits the next request.
	 */
	private hasEarlierTurn(
		{ channelKey, turnAt }: WaitingTrigger,
		isWaiting: (other: WaitingTrigger) => boolean,
	): boolean {
		const now = this.clock.now();
		return [...this.triggers.values()].some((other) => {
			// If another process polled in between, the interval is longer than usual.
			const isNext = [other.intervalMs, minuteMs].some((intervalMs) => {
				const nextPollAt = other.polledAt + intervalMs;
				return nextPollAt <= now + minuteMs && nextPollAt >= now - maxDelayMs;
			});
			const isStarved = other.pollsWithoutRequest > 0 && isNext;
			return (
				other.channelKey === channelKey && other.turnAt < turnAt && (isStarved || isWaiting(other))
			);
		});
	}
}
