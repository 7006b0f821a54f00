import { simulatePolls } from './poll';

it.each([
	[100, 1],
	[1_000, 1],
	[10_000, 10],
])('a pass over %d contacts takes %d polls', async (contacts, pollsPerPass) => {
	expect(await simulatePolls({ contacts })).toMatchObject({ pollsPerPass, rejected: 0 });
});

it('two large triggers leave room for single requests', async () => {
	const result = await simulatePolls({ contacts: 10_000, triggers: 2 });

	expect(result).toMatchObject({ pollsPerPass: 10, rejected: 0 });
	expect(result.meanSingleWaitSeconds).toBeLessThan(0.5);
	expect(result.maxPollSeconds).toBeLessThan(10);
});

it.each([0, 15_000, 30_000, 45_000])(
	'polls and a campaign share the limit if the first poll starts after %d ms',
	async (firstPollMs) => {
		const result = await simulatePolls({ contacts: 1_000, hasCampaign: true, firstPollMs });

		expect(result.pollsPerPass).toBeLessThanOrEqual(5);
		expect(result.maxPollSeconds).toBeLessThan(10);
		expect(result.meanSingleWaitSeconds).toBeLessThan(1);
		expect(result.pollRequestsPerMinute).toBeGreaterThan(9);
		expect(result.campaignRequestsPerMinute).toBeGreaterThan(79);
	},
);
