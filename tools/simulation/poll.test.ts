import { simulatePolls } from './poll';

it.each([
	[100, 1],
	[1_000, 1],
	[10_000, 10],
])('a trigger reads %d contacts in %d polls', async (contacts, pollsPerPass) => {
	expect(await simulatePolls({ contacts })).toMatchObject({ pollsPerPass, rejected: 0 });
});

it('single requests wait less than 0.5 s next to two triggers with 10,000 contacts', async () => {
	const result = await simulatePolls({ contacts: 10_000, triggers: 2 });

	expect(result).toMatchObject({ pollsPerPass: 10, rejected: 0 });
	expect(result.meanSingleWaitSeconds).toBeLessThan(0.5);
	expect(result.maxPollSeconds).toBeLessThan(10);
});

// While n8n is busy, executions send 30 requests concurrently instead of 100.
it.each(
	[100, 30].flatMap((campaignConcurrency) =>
		[0, 15_000, 30_000, 45_000].map((firstPollMs) => ({ campaignConcurrency, firstPollMs })),
	),
)(
	'polls that start after $firstPollMs ms share the limit with $campaignConcurrency concurrent campaign requests',
	async (scenario) => {
		const result = await simulatePolls({ contacts: 1_000, ...scenario });

		expect(result.pollsPerPass).toBeLessThanOrEqual(6);
		expect(result.maxPollSeconds).toBeLessThan(10);
		expect(result.meanSingleWaitSeconds).toBeLessThan(1);
		expect(result.pollRequestsPerMinute).toBeGreaterThan(8.5);
		expect(result.campaignRequestsPerMinute).toBeGreaterThan(78);
	},
);
