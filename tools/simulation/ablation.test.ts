import { type Campaign, simulate } from './campaign';
import { mechanisms, withoutMechanism } from './mechanisms';

/** Simulates a campaign with and without a mechanism. */
async function compare(name: string, campaign: Campaign) {
	const mechanism = mechanisms.find((candidate) => candidate.name === name);
	if (mechanism === undefined) throw new Error(`There is no mechanism '${name}'`);
	const before = await simulate(campaign);
	const after = await withoutMechanism(mechanism, async () => {
		return await simulate({ ...campaign, ...mechanism.campaign });
	});
	return { before, after };
}

const minute = { limit: 100, windowMs: 60_000 };

it('a single message next to 20 campaigns waits longer without newcomer priority', async () => {
	const campaign = { messages: 1_000, executions: 20, singleEveryMs: 1_000 };
	const { before, after } = await compare('Newcomers first', campaign);

	expect(after.singleWaitMs.mean - before.singleWaitMs.mean).toBeGreaterThan(200);
});

it('a single message waits for all queued messages if executions do not take turns', async () => {
	const campaign = { messages: 1_000, singleEveryMs: 1_000 };
	const { before, after } = await compare('Turns of executions', campaign);

	expect(after.singleWaitMs.mean - before.singleWaitMs.mean).toBeGreaterThan(2_000);
});

it('a single contact request next to a campaign waits longer without pacing', async () => {
	const campaign = { messages: 500, singleEveryMs: 5_000, ...minute };
	const { before, after } = await compare('Pacing', campaign);

	expect(after.singleWaitMs.mean - before.singleWaitMs.mean).toBeGreaterThan(10_000);
});

it('ten workers get more 429s without the adaptive limit', async () => {
	const { before, after } = await compare('Adaptive limit', { messages: 600, workers: 10 });

	expect(after.refusedShare - before.refusedShare).toBeGreaterThan(0.3);
});

it('half of the rate is lost without reuse of permits if half of the messages are skipped', async () => {
	const campaign = { messages: 1_000, skippedFraction: 0.5 };
	const { before, after } = await compare('Reuse of unsent permits', campaign);

	expect(before.shareOfLimit - after.shareOfLimit).toBeGreaterThan(0.4);
});

it('the product has all its mechanisms again after a comparison', async () => {
	const campaign = { messages: 500, workers: 3 };
	const before = await simulate(campaign);
	for (const mechanism of mechanisms) {
		await withoutMechanism(mechanism, async () => {
			await Promise.resolve();
		});
	}

	expect(await simulate(campaign)).toEqual(before);
});
