import { createEditorSender } from '../../../nodes/ChannelMessaging/methods/editorChannel';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { read, TestService } from '../client/testService';

const limit = 100;

/** Returns a list in the editor that shares its rate limit with waiting requests of executions. */
function setUp({ executions, requestsEach }: { executions: number; requestsEach: number }) {
	const service = new TestService([], limit);
	for (let execution = 0; execution < executions; execution += 1) {
		const flow = service.openSession().flow('contact');
		for (let request = 0; request < requestsEach; request += 1) {
			void flow.permit(new CancellationToken());
		}
	}
	const send = async () => await createEditorSender(service.openSession(), limit)(read);
	return { service, clock: service.clock, send };
}

it.each([
	['an execution has 150 waiting requests', { executions: 1, requestsEach: 150 }],
	['60 executions have a waiting request', { executions: 60, requestsEach: 1 }],
])('A list in the editor loads within a second if %s', async (_title, waiting) => {
	const { service, clock, send } = setUp(waiting);

	expect(await clock.run(send())).toMatchObject({ status: 200 });
	expect(service.requests).toHaveLength(1);
	expect(clock.now()).toBeLessThan(1_000);
});

it('A list in the editor fails immediately if the rate limit is used up', async () => {
	const { service, clock, send } = setUp({ executions: 1, requestsEach: 100 });

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
	expect(service.requests).toEqual([]);
});

it('A list in the editor fails after five seconds if too many requests are waiting', async () => {
	const { service, clock, send } = setUp({ executions: 90, requestsEach: 2 });

	const result = await clock.run(
		(async () => {
			const sending = send();
			await clock.sleep(30_000);
			return await sending;
		})(),
	);

	expect(result).toMatchObject({ reason: 'limitUsedUp' });
	expect(service.requests).toEqual([]);
});
