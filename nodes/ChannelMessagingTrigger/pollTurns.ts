import type { Clock } from '../ChannelMessaging/scheduling/clock';

/** n8n's longest interval is a month. */
const retentionMs = 32 * 24 * 3_600_000;

/** After this many, in a row, a trigger reports an error. */
export const maxPollsWithoutRequest = 3;

interface WaitingTrigger {
	readonly channelKey: string;
	/** At first: the time of the trigger's first poll. */
	lastRequestAt: number;
	polledAt: number;
	pollsWithoutRequest: number;
}

/**
 * Of all triggers in this process. With many triggers per token, a poll can be over before it may
 * send anything.
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

	/** The trigger couldn't send anything in too many polls. */
	end(trigger: string, sentRequests: number): boolean {
		const waiting = this.triggers.get(trigger);
		if (waiting === undefined) return false;
		if (sentRequests > 0) waiting.lastRequestAt = this.clock.now();
		waiting.pollsWithoutRequest = sentRequests === 0 ? waiting.pollsWithoutRequest + 1 : 0;
		return waiting.pollsWithoutRequest >= maxPollsWithoutRequest;
	}

	/** Triggers that polled the channel since this one's last request. */
	sharing(trigger: string): number {
		const waiting = this.triggers.get(trigger);
		if (waiting === undefined) return 1;
		const { channelKey, lastRequestAt } = waiting;
		return [...this.triggers.values()].filter(
			(other) => other.channelKey === channelKey && other.polledAt >= lastRequestAt,
		).length;
	}
}
