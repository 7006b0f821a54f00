import type { Clock } from '../scheduling/clock';

/**
 * How long an answer blocks other answers to the same question, in milliseconds. By then, n8n has
 * recorded that the workflow resumed.
 */
const claimMs = 60_000;

/**
 * Accepts only the first of several concurrent answers to a question, because n8n before 2.0
 * resumes the workflow for each answer, and responds before it has recorded that the workflow
 * resumed. Claims end when n8n reports that it failed to resume the workflow, or after a minute.
 */
export class FirstAnswerGuard {
	private readonly claimedUntil = new Map<string, number>();

	constructor(private readonly clock: Pick<Clock, 'now'>) {}

	/** Returns whether this is the first answer to a question. */
	claim(questionId: string): boolean {
		const now = this.clock.now();
		for (const [id, until] of this.claimedUntil) {
			if (until <= now) this.claimedUntil.delete(id);
		}
		if (this.claimedUntil.has(questionId)) return false;
		this.claimedUntil.set(questionId, now + claimMs);
		return true;
	}

	release(questionId: string): void {
		this.claimedUntil.delete(questionId);
	}
}
