import { type Clock, systemClock } from '../scheduling/clock';
import { expiringState } from '../scheduling/removeExpiredState';

/** Providers redeliver a message within minutes, so an hour is long enough. */
const rememberedMs = 3_600_000;

/**
 * Remembers the chat messages that answered a question. If a provider delivers a message twice, the
 * second delivery must not answer the contact's next question.
 */
export class AlreadyUsedReplies {
	/** Answered questions, keyed by chat message, oldest first. */
	private readonly answered = new Map<string, { questionId: string; until: number }>();

	constructor(private readonly clock: Pick<Clock, 'now'>) {}

	hasAnsweredOther(message: string, questionId: string): boolean {
		this.removeExpired();
		return (this.answered.get(message)?.questionId ?? questionId) !== questionId;
	}

	add(message: string, questionId: string): void {
		this.answered.set(message, { questionId, until: this.clock.now() + rememberedMs });
	}

	delete(message: string): void {
		this.answered.delete(message);
	}

	removeExpired(): void {
		const now = this.clock.now();
		for (const [oldest, { until }] of this.answered) {
			if (until > now) break;
			this.answered.delete(oldest);
		}
	}
}

export const alreadyUsedReplies = expiringState(new AlreadyUsedReplies(systemClock));
