import type { ChannelRequest } from '../../../nodes/ChannelMessaging/client/types';
import { createListSender } from '../../../nodes/ChannelMessaging/methods/listSearch';
import { RateLimitedQueue } from '../../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellation';
import { VirtualClock } from '../../support/virtualClock';
import { apiResponse } from '../client/apiResponse';

const rate = { limit: 100, windowMs: 60_000 };
const search: ChannelRequest = {
	bucket: 'contact',
	method: 'GET',
	path: '/v1/contact/by_custom_field',
	idempotent: true,
};

/** A list in the editor, beside executions with so many calls each that want to leave. */
function setUp(executions: number, callsEach: number) {
	const clock = new VirtualClock();
	const queue = new RateLimitedQueue(rate, clock, () => 0);
	for (let execution = 0; execution < executions; execution += 1) {
		const flow = queue.openFlow();
		for (let call = 0; call < callsEach; call += 1)
			void flow.permit(new CancellationToken(), false);
	}
	const calls: number[] = [];
	const list = () =>
		createListSender(
			{
				http: async () => {
					calls.push(clock.now());
					await clock.sleep(200);
					return apiResponse({ data: [] });
				},
				flow: () => queue.openFlow(),
				clock,
				random: () => 0,
				cancellation: new CancellationToken(),
			},
			() => queue,
		);
	return { clock, calls, list };
}

describe('a list in the editor', () => {
	it('has its answer within a second although an execution has 150 calls waiting', async () => {
		const { clock, list } = setUp(1, 150);
		const answer = await clock.run(list()(search));

		expect(answer).toMatchObject({ status: 200 });
		expect(clock.now()).toBeLessThan(1_000);
	});

	it('says immediately how long the limit is used up, and sends no request later', async () => {
		const { clock, calls, list } = setUp(1, 100);
		const failure = clock.run(
			(async () => {
				await clock.sleep(40_000);
				const from = clock.now();
				const result = await list()(search);
				expect(clock.now()).toBe(from);
				await clock.sleep(60_000);
				return result;
			})(),
		);

		expect(await failure).toMatchObject({
			details: {
				reason: 'limitUsedUp',
				bucket: 'contact',
				limit: 100,
				waitMs: expect.any(Number) as number,
			},
		});
		expect(calls).toEqual([]);
	});

	it('gives up after five seconds where too many wait, and makes no call later', async () => {
		const { clock, calls, list } = setUp(60, 1);
		const { clock: crowded, calls: callsOfCrowded, list: listOfCrowded } = setUp(90, 2);
		await clock.run(list()(search));
		expect(calls).toHaveLength(1);

		const failure = crowded.run(
			(async () => {
				const result = listOfCrowded()(search);
				await crowded.sleep(30_000);
				return await result;
			})(),
		);

		expect(await failure).toMatchObject({
			reason: 'limitUsedUp',
		});
		expect(callsOfCrowded).toEqual([]);
	});
});
