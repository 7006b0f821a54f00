import type { Clock } from '../ChannelMessaging/scheduling/clock';
import { removeIdle } from './idleTriggers';

/** The number of consecutive polls without a request after which a trigger reports an error. */
export const maxPollsWithoutRequest = 3;

interface WaitingTrigger {
	readonly channelKey: string;
	/** When the trigger sent its last request, or when it first polled if it hasn't sent any. */
	lastRequestAt: number;
	polledAt: number;
	pollsWithoutRequest: number;
}

/**
 * Tracks which triggers in this process could send requests. If many triggers share a token, a poll
 * can end before it may send a request.
 */
export class PollTurns {
	private readonly triggers = new Map<string, WaitingTrigger>();

	constructor(private readonly clock: Clock) {}

	start(trigger: string, channelKey: string): void {
		const now = this.clock.now();
		removeIdle(this.triggers, now);
		const known = this.triggers.get(trigger);
		if (known?.channelKey === channelKey) {
			known.polledAt = now;
			return;
		}
		const times = { lastRequestAt: now, polledAt: now };
		this.triggers.set(trigger, { channelKey, ...times, pollsWithoutRequest: 0 });
	}

	/**
	 * Records the end of a poll. Returns `true` if the trigger couldn't send a request in too many
	 * consecutive polls.
	 */
	end(trigger: string, sentRequests: number): boolean {
		const waiting = this.triggers.get(trigger);
		if (waiting === undefined) return false;
		if (sentRequests > 0) waiting.lastRequestAt = this.clock.now();
		waiting.pollsWithoutRequest = sentRequests === 0 ? waiting.pollsWithoutRequest + 1 : 0;
		return waiting.pollsWithoutRequest >= maxPollsWithoutRequest;
	}

	/** Returns how many triggers have polled the channel since the last request of this trigger. */
	sharing(trigger: string): number {
		const waiting = this.triggers.get(trigger);
		if (waiting === undefined) return 1;
		const { channelKey, lastRequestAt } = waiting;
		return [...this.triggers.values()].filter(
			(other) => other.channelKey === channelKey && other.polledAt >= lastRequestAt,
		).length;
	}
}
