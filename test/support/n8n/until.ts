import { setTimeout as sleep } from 'node:timers/promises';

const firstPause = 10;
const longestPause = 250;

/**
 * Asks again and again, at first quickly, until there is an answer; throws when time runs out.
 *
 * @param patience how many milliseconds to keep asking, and for what
 */
export async function until<Answer>(
	patience: { readonly within: number; readonly waitingFor: string },
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
