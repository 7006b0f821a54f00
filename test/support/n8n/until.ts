import { setTimeout as sleep } from 'node:timers/promises';

/** How long to keep asking, in milliseconds, and in what words to say that it was in vain. */
export interface Patience {
	readonly within: number;
	readonly waitingFor: string;
}

const firstPause = 10;
const longestPause = 250;

/** Asks again and again, at first quickly, until there is an answer; throws when time runs out. */
export async function until<Answer>(
	patience: Patience,
	ask: () => Promise<Answer | undefined>,
): Promise<Answer> {
	const giveUpAt = Date.now() + patience.within;
	for (let pause = firstPause; ; pause = Math.min(pause * 1.5, longestPause)) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() >= giveUpAt) {
			throw new Error(
				`Waited ${String(patience.within / 1000)} seconds in vain for ${patience.waitingFor}`,
			);
		}
		await sleep(pause);
	}
}
