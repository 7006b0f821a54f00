import { type Campaign, simulate } from './campaign';
import { mechanisms, withoutMechanism } from './mechanisms';

/** Returns the change of a campaign's figure when a mechanism is removed. */
async function changeWithout(
	name: string,
	campaign: Campaign,
	figureOf: (result: Awaited<ReturnType<typeof simulate>>) => number,
): Promise<number> {
	const mechanism = mechanisms.find((candidate) => candidate.name === name);
	if (mechanism === undefined) throw new Error(`There is no mechanism '${name}'`);
	const before = await simulate(campaign);
	const after = await withoutMechanism(mechanism, async () => {
		return await simulate({ ...campaign, ...mechanism.campaign });
	});
	return figureOf(after) - figureOf(before);
}

describe('the mean wait of a single request', () => {
	const minute = { limit: 100, windowMs: 60_000 };

	it.each<[title: string, mechanism: string, minChangeMs: number, Campaign]>([
		[
			'increases by more than 0.2 s without newcomer priority',
			'Newcomers first',
			200,
			{ messages: 1_000, executions: 20, singleIntervalMs: 1_000 },
		],
		[
			'increases by more than 2 s if executions do not take turns',
			'Turns of executions',
			2_000,
			{ messages: 1_000, singleIntervalMs: 1_000 },
		],
		[
			'increases by more than 10 s without pacing',
			'Pacing',
			10_000,
			{ messages: 500, singleIntervalMs: 5_000, ...minute },
		],
	])('%s', async (_, mechanism, minChangeMs, campaign) => {
		const change = await changeWithout(mechanism, campaign, ({ singleWaitMs }) => singleWaitMs);

		expect(change).toBeGreaterThan(minChangeMs);
	});
});

it('ten workers get more 429s without the adaptive limit', async () => {
	const campaign = { messages: 600, workers: 10 };
	const change = await changeWithout('Adaptive limit', campaign, (result) => result.rejectedShare);

	expect(change).toBeGreaterThan(0.3);
});

it('skipped messages use up the rate limit if their permits are not released', async () => {
	const campaign = { messages: 1_000, skippedFraction: 0.5 };
	const change = await changeWithout(
		'Reuse of unsent permits',
		campaign,
		(result) => result.shareOfLimit,
	);

	expect(change).toBeLessThan(-0.4);
});

test('withoutMechanism restores each mechanism', async () => {
	const campaign = { messages: 500, workers: 3 };
	const before = await simulate(campaign);
	for (const mechanism of mechanisms) {
		await withoutMechanism(mechanism, async () => {
			await Promise.resolve();
		});
	}

	expect(await simulate(campaign)).toEqual(before);
});
