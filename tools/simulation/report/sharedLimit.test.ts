import { simulateSharedLimit } from './sharedLimit';

// These figures are in docs/trigger.md.

it.each([
	[100, 1],
	[1_000, 1],
	[10_000, 9],
])('a trigger reads %d contacts in %d polls', async (contacts, pollsPerPass) => {
	expect(await simulateSharedLimit({ contacts })).toMatchObject({ pollsPerPass });
});

it('single requests wait less than 1 s next to two triggers with 10,000 contacts', async () => {
	const result = await simulateSharedLimit({ contacts: 10_000, triggers: 2 });

	expect(result.pollsPerPass).toBeLessThanOrEqual(12);
	expect(result.meanSingleWaitSeconds).toBeLessThan(1);
	expect(result.maxPollSeconds).toBeLessThan(10);
});

it.each([0, 15_000, 30_000, 45_000])(
	'a pass takes at most six times as long next to a campaign that starts %d ms earlier',
	async (firstPollMs) => {
		const campaign = { campaignConcurrency: 100, firstPollMs };
		const result = await simulateSharedLimit({ contacts: 1_000, ...campaign });

		expect(result.pollsPerPass).toBeLessThanOrEqual(6);
		expect(result.maxPollSeconds).toBeLessThan(10);
		expect(result.meanSingleWaitSeconds).toBeLessThan(1);
		expect(result.campaignRequestsPerMinute).toBeGreaterThan(78);
	},
);
