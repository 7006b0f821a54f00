import { simulatePolls } from './poll';

it('a poll of 50,000 contacts takes half of the limit, without a refusal', async () => {
	const result = await simulatePolls(49_990, 10);

	expect(result).toMatchObject({ calls: 2_000, events: 10, refused: 0 });
	// A minute by arrivals: the network may bring one call more into it.
	expect(result.mostCallsAMinute).toBeLessThanOrEqual(51);
	expect(result.minutes).toBeLessThan(42);
});
