import { type Clock, systemClock } from '../scheduling/clock';
import { expiringState } from '../scheduling/removeExpiredState';

/** The time within which n8n records that the workflow has resumed. */
const claimMs = 60_000;

/**
 * Accepts only the first of several concurrent answers. n8n before 2.0 resumes the workflow for
 * each answer because it responds before recording that the workflow has resumed. The first answer
 * claims the question for a minute, or until n8n fails to resume the workflow. In the browser,
 * `pageScript` prevents a second click.
 */
export class FirstAnswerGuard {
	private readonly claimedUntil = new Map<string, number>();

	constructor(private readonly clock: Pick<Clock, 'now'>) {}

	/** Returns `false` if another answer has already claimed the question. */
	claim(questionId: string): boolean {
		this.removeExpired();
		if (this.claimedUntil.has(questionId)) return false;
		this.claimedUntil.set(questionId, this.clock.now() + claimMs);
		return true;
	}

	release(questionId: string): void {
		this.claimedUntil.delete(questionId);
	}

	removeExpired(): void {
		const now = this.clock.now();
		for (const [id, until] of this.claimedUntil) {
			if (until <= now) this.claimedUntil.delete(id);
		}
	}
}

export const firstAnswerGuard = expiringState(new FirstAnswerGuard(systemClock));
