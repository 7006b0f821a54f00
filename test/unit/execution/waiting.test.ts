import { NodeOperationError } from 'n8n-workflow';

import type { SendRequest } from '../../../nodes/ChannelMessaging/client/types';
import type { ReadItem } from '../../../nodes/ChannelMessaging/execution/items';
import {
	checkCanWait,
	withinWaitLimit,
} from '../../../nodes/ChannelMessaging/execution/waitForAnswer';
import { ParameterError } from '../../../nodes/ChannelMessaging/parameters/parameter';
import type { WaitLimit } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { textResponse } from '../client/apiResponse';
import { aCredential } from './aCredential';
import { nodeOfType } from './nodeOfType';

const context = (type?: string) => ({
	getNode: () => nodeOfType(type),
	continueOnFail: () => true,
	getSignedResumeUrl: () => 'https://n8n.example.com',
});

const read = { settings: { timeoutMs: 1, retryWhenUnsure: false }, skipsMissingContact: false };
const contact = { kind: 'id', contactId: '7' } as const;
const perform = async () => await Promise.resolve([]);

const sending: ReadItem = {
	kind: 'contact',
	...read,
	contact,
	perform,
	credential: aCredential,
};

const asking = (limit?: WaitLimit): ReadItem => ({
	kind: 'question',
	...read,
	contact,
	perform,
	credential: aCredential,
	question: { message: 'Shall we?', form: { kind: 'approval', choices: [] }, limit },
});

/** Why the items can't be waited for. */
function refusals(items: readonly ReadItem[]): string[] {
	return items.flatMap((item) =>
		item.kind === 'failed' && item.error instanceof ParameterError ? [item.error.message] : [],
	);
}

describe('a question', () => {
	it('is asked where n8n signs links, of one item', () => {
		const items = [asking()];
		expect(checkCanWait(context(), items)).toEqual(items);
	});

	it('is refused once for several items where errors stop the workflow', () => {
		const stopping = { ...context(), continueOnFail: () => false };
		expect(() => checkCanWait(stopping, [asking(), asking()])).toThrow(
			expect.objectContaining({
				message: "'Send and Wait for Response' takes one item at a time, but got 2 [item 0]",
				description: expect.stringMatching(/Loop Over Items.*Nothing was sent\.$/) as string,
			}) as Error,
		);
	});

	it('is refused for each of several items where the workflow goes on', () => {
		expect(refusals(checkCanWait(context(), [asking(), asking()]))).toEqual(
			Array(2).fill("'Send and Wait for Response' takes one item at a time, but got 2"),
		);
	});

	it('is refused where n8n signs no links', () => {
		const { getNode, continueOnFail } = context();
		expect(refusals(checkCanWait({ getNode, continueOnFail }, [asking()]))).toEqual([
			expect.stringContaining('needs links that n8n signs'),
		]);
	});

	it('is refused where its time is over before it is asked', () => {
		const items = [asking({ at: Date.now() - 1 })];
		expect(refusals(checkCanWait(context(), items))).toEqual([
			"'Max Date and Time' is in the past",
		]);
	});

	it('is refused to a model, and asked as the review of its tool', () => {
		const items = [asking()];
		expect(() => checkCanWait(context('channelMessagingTool'), items)).toThrow(NodeOperationError);
		expect(checkCanWait(context('channelMessagingHitlTool'), items)).toEqual(items);
	});
});

it('what asks nothing waits for nothing', () => {
	const items = [sending, sending];
	expect(checkCanWait(context(), items)).toEqual(items);
	expect(checkCanWait(context('channelMessagingTool'), items)).toEqual(items);
});

describe('a question whose time is over while it is queued', () => {
	const call = {
		bucket: 'message',
		method: 'POST',
		path: '/v1/message',
		idempotent: false,
	} as const;
	const request = jest.fn(() => textResponse(''));
	const queued: SendRequest = async (_request, options) =>
		(await options?.beforeAttempt?.()) ?? request();
	const send = async (limit: WaitLimit) => await withinWaitLimit(queued, limit)(call);

	beforeEach(() => {
		request.mockClear();
	});

	it('is not sent', async () => {
		const failure = await send({ at: Date.now() - 1 });
		expect(failure).toMatchObject({ reason: 'waitLimitPassed', outcome: 'notDone' });
		expect(request).not.toHaveBeenCalled();
	});

	it.each([undefined, { after: 1 }, { at: Date.now() + 60_000 }])(
		'is sent if there is time: %j',
		async (limit) => {
			await send(limit);
			expect(request).toHaveBeenCalledTimes(1);
		},
	);
});
