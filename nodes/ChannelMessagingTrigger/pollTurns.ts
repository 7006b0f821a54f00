import type { Clock } from '../ChannelMessaging/scheduling/clock';

/** Exceeds one month, which is n8n's longest poll interval. */
const retentionMs = 32 * 24 * 3_600_000;

/** A trigger that sent no request in this number of consecutive polls can't keep up. */
export const maxPollsWithoutRequest = 3;

interface WaitingTrigger {
	readonly channelKey: string;
	/** When the trigger last sent a request, or first polled. */
	lastRequestAt: number;
	polledAt: number;
	pollsWithoutRequest: number;
}

/**
 * The polls of all triggers in this process. If the polls of many triggers use the same token, a poll
 * can end before it may send a request.
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

	/** Returns whether the trigger sent no request in several polls. */
	end(trigger: string, sentRequests: number): boolean {
		const waiting = this.triggers.get(trigger);
		if (waiting === undefined) return false;
		if (sentRequests > 0) waiting.lastRequestAt = this.clock.now();
		waiting.pollsWithoutRequest = sentRequests === 0 ? waiting.pollsWithoutRequest + 1 : 0;
		return waiting.pollsWithoutRequest >= maxPollsWithoutRequest;
	}

	/** Returns the number of triggers that have polled the same channel since the trigger's last request. */
	sharing(trigger: string): number {
		const waiting = this.triggers.get(trigger);
		if (waiting === undefined) return 1;
		const { channelKey, lastRequestAt } = waiting;
		return [...this.triggers.values()].filter(
			(other) => other.channelKey === channelKey && other.polledAt >= lastRequestAt,
		).length;
	}
}
