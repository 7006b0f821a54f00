import { simulatePolls } from './poll';

it('a poll of 50,000 contacts takes half of the limit, without a refusal', async () => {
	const result = await simulatePolls(49_990, 10);

	expect(result).toMatchObject({ calls: 2_000, events: 10, refused: 0 });
	// A minute by arrivals: the network may bring one call more into it.
	expect(result.mostPollCallsAMinute).toBeLessThanOrEqual(51);
	expect(result.minutes).toBeLessThan(42);
});

it('a poll lets an execution have the whole limit, and goes on after it', async () => {
	const alone = await simulatePolls(5_000, 0);
	const beside = await simulatePolls(5_000, 0, 500);

	expect(beside).toMatchObject({ calls: 200, refused: 0 });
	expect(beside.minutes - alone.minutes).toBeGreaterThan(2.5);
});
