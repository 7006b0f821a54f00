import type { Clock } from '../scheduling/clock';

/** Within this time n8n has noted that the execution goes on, in milliseconds. */
const claimTime = 60_000;

/**
 * Lets one answer to a question through where several come at the same moment: releases of n8n before
 * 2.0 would let the workflow go on with each of them. A claim ends by itself, so that a question whose
 * answer n8n could not take in can be answered again.
 */
export class AnswerClaims {
	private readonly claimedUntil = new Map<string, number>();

	constructor(private readonly clock: Pick<Clock, 'now'>) {}

	/** Whether this answer is the first one. */
	claim(questionId: string): boolean {
		const now = this.clock.now();
		for (const [id, until] of this.claimedUntil) {
			if (until <= now) this.claimedUntil.delete(id);
		}
		if (this.claimedUntil.has(questionId)) return false;
		this.claimedUntil.set(questionId, now + claimTime);
		return true;
	}
}
