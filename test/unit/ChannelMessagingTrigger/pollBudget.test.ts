import type { HttpRequest } from '../../../nodes/ChannelMessaging/client/httpRequest';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import {
	activationBudget,
	limitRequests,
	type PollBudget,
	pollBudget,
} from '../../../nodes/ChannelMessagingTrigger/pollBudget';
import type { VirtualClock } from '../../support/virtualClock';
import { apiErrorWith } from '../client/apiErrorWith';
import { read, success, TestService } from '../client/testService';

const credential = { contactCallsPerMinute: 100 };

/** Sends requests one after another until the limits end the poll. Returns its duration and requests. */
async function pollWith(limits: PollBudget, respond: (clock: VirtualClock) => HttpRequest) {
	const service = new TestService();
	const { clock } = service;
	const send = respond(clock);
	let requests = 0;
	const http: HttpRequest = async (...request) => {
		requests += 1;
		return await send(...request);
	};
	const cancellation = new CancellationToken();
	const limited = limitRequests({ ...service.openSession(cancellation), http }, limits);
	const poll = async () => {
		while (!cancellation.isStopped) await limited.send(read);
		return clock.now();
	};
	return { durationMs: await clock.run(poll()), requests };
}

const respondAfter =
	(responseMs: number) =>
	(clock: VirtualClock): HttpRequest =>
	async (_request, timeout) => {
		await clock.sleep(Math.min(responseMs, timeout));
		if (responseMs > timeout) return apiErrorWith('timedOut', 'unknown');
		return success();
	};

it.each([
	{
		description: '20 seconds if n8n has no limit for polls',
		budgetMs: Infinity,
		maxDurationMs: 20_000,
	},
	{
		description: '8 seconds if n8n limits polls to 8 seconds',
		budgetMs: 8_000,
		maxDurationMs: 8_000,
	},
])('A poll takes less than $description', async ({ budgetMs, maxDurationMs }) => {
	for (const responseMs of [10, 200, 8_900, 60_000]) {
		const limits = pollBudget(credential, budgetMs);
		const { durationMs } = await pollWith(limits, respondAfter(responseMs));
		expect(durationMs).toBeLessThan(maxDurationMs);
	}
});

it('A poll sends at most half of the contact requests per minute, including retries', async () => {
	const failing = () => async () => await Promise.resolve(apiErrorWith('serverFault', 'unknown'));

	expect((await pollWith(pollBudget(credential, Infinity), respondAfter(1))).requests).toBe(50);
	expect(pollBudget({ contactCallsPerMinute: 1 }, Infinity).maxRequests).toBe(1);
	expect((await pollWith({ durationMs: 20_000, maxRequests: 2 }, failing)).requests).toBe(2);
});

it.each([10, 60_000])(
	'Activation sends one request and takes at most 5 seconds if the response takes %d ms',
	async (responseMs) => {
		const { durationMs, requests } = await pollWith(activationBudget, respondAfter(responseMs));

		expect(requests).toBe(1);
		expect(durationMs).toBeLessThan(5_000);
	},
);
