import type { ChannelRequest } from '../../../nodes/ChannelMessaging/client/types';
import { createEditorSender } from '../../../nodes/ChannelMessaging/methods/editorSender';
import { RateLimitedQueue } from '../../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { timings } from '../../../nodes/ChannelMessaging/rateLimit/timings';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { VirtualClock } from '../../support/virtualClock';
import { apiResponse } from '../client/apiResponse';

const limit = 100;
const search: ChannelRequest = {
	bucket: 'contact',
	method: 'GET',
	path: '/v1/contact/by_custom_field',
	idempotent: true,
};

/** Returns a list in the editor that shares its rate limit with waiting requests of executions. */
function setUp({ executions, requestsEach }: { executions: number; requestsEach: number }) {
	const clock = new VirtualClock();
	const queue = new RateLimitedQueue(timings.contact, clock, () => 0);
	for (let execution = 0; execution < executions; execution += 1) {
		const flow = queue.openFlow({ limit });
		for (let request = 0; request < requestsEach; request += 1) {
			void flow.permit(new CancellationToken());
		}
	}
	const sentAt: number[] = [];
	const send = async () => {
		const sender = createEditorSender(
			{
				http: async () => {
					sentAt.push(clock.now());
					await clock.sleep(200);
					return apiResponse({ data: [] });
				},
				flow: () => queue.openFlow({ limit }),
				clock,
				random: () => 0,
				cancellation: new CancellationToken(),
				isInteractive: true,
			},
			limit,
		);
		return await sender(search);
	};
	return { clock, sentAt, send };
}

it.each([
	['an execution has 150 waiting requests', { executions: 1, requestsEach: 150 }],
	['60 executions have a waiting request', { executions: 60, requestsEach: 1 }],
])('A list in the editor loads within a second if %s', async (_title, waiting) => {
	const { clock, sentAt, send } = setUp(waiting);

	expect(await clock.run(send())).toMatchObject({ status: 200 });
	expect(sentAt).toHaveLength(1);
	expect(clock.now()).toBeLessThan(1_000);
});

it('A list in the editor fails immediately if the rate limit is used up', async () => {
	const { clock, sentAt, send } = setUp({ executions: 1, requestsEach: 100 });

	const result = await clock.run(
		(async () => {
			await clock.sleep(40_000);
			const from = clock.now();
			const error = await send();
			expect(clock.now()).toBe(from);
			await clock.sleep(60_000);
			return error;
		})(),
	);

	expect(result).toMatchObject({
		details: {
			reason: 'limitUsedUp',
			bucket: 'contact',
			limit: 100,
			waitMs: expect.any(Number) as number,
		},
	});
	expect(sentAt).toEqual([]);
});

it('A list in the editor fails after five seconds if too many requests are waiting', async () => {
	const { clock, sentAt, send } = setUp({ executions: 90, requestsEach: 2 });

	const result = await clock.run(
		(async () => {
			const sending = send();
			await clock.sleep(30_000);
			return await sending;
		})(),
	);

	expect(result).toMatchObject({ reason: 'limitUsedUp' });
	expect(sentAt).toEqual([]);
});
