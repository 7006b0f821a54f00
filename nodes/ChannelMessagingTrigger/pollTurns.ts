import type { Clock } from '../ChannelMessaging/scheduling/clock';

/** Exceeds one month, which is n8n's longest poll interval. */
const retentionMs = 32 * 24 * 3_600_000;

/** The number of consecutive polls without a request after which a trigger reports an error. */
export const maxPollsWithoutRequest = 3;

interface WaitingTrigger {
	readonly channelKey: string;
	/** When the trigger last sent a request. Initially, the time of its first poll. */
	lastRequestAt: number;
	polledAt: number;
	pollsWithoutRequest: number;
}

/**
 * Tracks the polls of all triggers in this process. If many triggers use the same token, a poll can
 * end before the rate limit allows it to send a request.
 */
export class PollTurns {
	private readonly triggers = new Map<string, WaitingTrigger>();

	constructor(private readonly clock: Clock) {}

	start(trigger: string, channelKey: string): void {
		const now = this.clock.now();
		for (const [other, { polledAt }] of this.triggers) {
			if (polledAt < now - retentionMs) this.triggers.delete(other);
		}
		const known = this.triggers.get(trigger);
		if (known?.channelKey === channelKey) {
			known.polledAt = now;
			return;
		}
		const times = { lastRequestAt: now, polledAt: now };
		this.triggers.set(trigger, { channelKey, ...times, pollsWithoutRequest: 0 });
	}

	/**
	 * Returns whether the trigger sent no requests in `maxPollsWithoutRequest` consecutive polls.
	 */
	end(trigger: string, sentRequests: number): boolean {
		const waiting = this.triggers.get(trigger);
		if (waiting === undefined) return false;
		if (sentRequests > 0) waiting.lastRequestAt = this.clock.now();
		waiting.pollsWithoutRequest = sentRequests === 0 ? waiting.pollsWithoutRequest + 1 : 0;
		return waiting.pollsWithoutRequest >= maxPollsWithoutRequest;
	}

	/** Counts the triggers that have polled the same channel since the trigger's last request. */
	sharing(trigger: string): number {
		const waiting = this.triggers.get(trigger);
		if (waiting === undefined) return 1;
		const { channelKey, lastRequestAt } = waiting;
		return [...this.triggers.values()].filter(
			(other) => other.channelKey === channelKey && other.polledAt >= lastRequestAt,
		).length;
	}
}
