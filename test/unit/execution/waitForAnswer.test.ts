import { type NodeExecutionHint, NodeOperationError } from 'n8n-workflow';

import type { SendRequest } from '../../../nodes/ChannelMessaging/client/types';
import type { ReadItem } from '../../../nodes/ChannelMessaging/execution/items';
import {
	checkCanWait,
	waitForAnswer,
	withinWaitLimit,
} from '../../../nodes/ChannelMessaging/execution/waitForAnswer';
import { ParameterError } from '../../../nodes/ChannelMessaging/parameters/parameter';
import { defaultTexts } from '../../../nodes/ChannelMessaging/sendAndWait/page';
import type { WaitLimit } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { textResponse } from '../client/apiResponse';
import { send } from '../client/testService';
import { testCredential, testNode } from './testNode';

describe('checkCanWait', () => {
	const contextOf = (type?: string) => ({
		getNode: () => testNode(type),
		continueOnFail: () => true,
		getSignedResumeUrl: () => 'https://n8n.example.com',
	});

	const common = {
		settings: { timeoutMs: 1, retryWhenUnsure: false },
		skipsMissingContact: false,
		contact: { kind: 'id', contactId: '7' },
		perform: async () => await Promise.resolve([]),
		credential: testCredential,
	} as const;
	const message: ReadItem = { kind: 'contact', ...common };
	const questionWith = (limit?: WaitLimit): ReadItem => ({
		kind: 'question',
		...common,
		question: {
			message: 'Shall we?',
			form: { kind: 'approval', choices: [] },
			texts: defaultTexts,
			limit,
		},
	});

	const messagesOf = (items: readonly ReadItem[]) =>
		items.map((item) =>
			item.kind === 'failed' && item.error instanceof ParameterError ? item.error.message : '',
		);

	it('accepts a single question if n8n signs links', () => {
		const items = [questionWith()];
		expect(checkCanWait(contextOf(), items)).toEqual(items);
	});

	it('throws one error for several questions if errors stop the workflow', () => {
		const context = { ...contextOf(), continueOnFail: () => false };
		expect(() => checkCanWait(context, [questionWith(), questionWith()])).toThrow(
			expect.objectContaining({
				message: "'Send and Wait for Response' accepts one item at a time, but received 2 [item 0]",
				description: expect.stringMatching(/Loop Over Items.*Nothing was sent\.$/) as string,
			}) as Error,
		);
	});

	it('rejects each of several questions if errors do not stop the workflow', () => {
		const message = "'Send and Wait for Response' accepts one item at a time, but received 2";
		const items = checkCanWait(contextOf(), [questionWith(), questionWith()]);
		expect(messagesOf(items)).toEqual([message, message]);
	});

	it('rejects a question if n8n does not sign links', () => {
		const { getNode, continueOnFail } = contextOf();
		const items = checkCanWait({ getNode, continueOnFail }, [questionWith()]);
		expect(messagesOf(items)).toEqual([expect.stringContaining('needs links that n8n signs')]);
	});

	it('rejects a question whose wait limit is in the past', () => {
		const items = checkCanWait(contextOf(), [questionWith({ at: Date.now() - 1 })]);
		expect(messagesOf(items)).toEqual(["'Max Date and Time' is in the past"]);
	});

	it('throws if the node is a tool', () => {
		const context = contextOf('channelMessagingTool');
		expect(() => checkCanWait(context, [questionWith()])).toThrow(NodeOperationError);
	});

	it('accepts a question if the node is the human review of a tool', () => {
		const items = [questionWith()];
		expect(checkCanWait(contextOf('channelMessagingHitlTool'), items)).toEqual(items);
	});

	it('accepts several items without questions, including those of a tool', () => {
		const items = [message, message];
		expect(checkCanWait(contextOf(), items)).toEqual(items);
		expect(checkCanWait(contextOf('channelMessagingTool'), items)).toEqual(items);
	});
});

describe('waitForAnswer', () => {
	/** Returns the hints of a sent question whose links start with this URL. */
	async function hintsFor(url: string) {
		const hints: NodeExecutionHint[] = [];
		const context = {
			getContext: () => ({}),
			addExecutionHints: (...added: NodeExecutionHint[]) => hints.push(...added),
			putExecutionToWait: jest.fn(),
		};
		const execution = { linkTo: () => url, questionId: 'q1' };
		const item = {
			kind: 'question',
			question: {
				message: 'Shall we?',
				form: { kind: 'approval', choices: [] },
				texts: defaultTexts,
				limit: undefined,
			},
		};
		const waits = await waitForAnswer(
			context as never,
			execution as never,
			[item as never],
			[{ kind: 'done', result: [{}] }],
		);
		expect(waits).toBe(true);
		expect(context.putExecutionToWait).toHaveBeenCalledTimes(1);
		return hints;
	}

	it.each([
		'http://localhost:5678/webhook-waiting/1?q=1',
		'https://LOCALHOST/webhook-waiting/1',
		'http://127.0.0.1:5678/webhook-waiting/1',
		'http://[::1]:5678/webhook-waiting/1',
	])('adds a hint for the link %s', async (url) => {
		expect(await hintsFor(url)).toMatchObject([
			{ type: 'warning', message: expect.stringContaining('WEBHOOK_URL') as string },
		]);
	});

	it.each([
		'https://n8n.example.com/',
		'https://localhost.example.com/',
		'http://192.168.1.5:5678/',
		'http://10.0.0.1/',
	])('adds no hint for the link %s', async (url) => {
		expect(await hintsFor(url)).toEqual([]);
	});
});

describe('withinWaitLimit', () => {
	async function sendWithin(limit: WaitLimit) {
		const request = jest.fn(() => textResponse(''));
		const queue: SendRequest = async (_request, options) =>
			(await options?.beforeAttempt?.()) ?? request();
		return { result: await withinWaitLimit(queue, limit)(send), request };
	}

	it('returns an error instead of sending a question after the wait limit', async () => {
		const { result, request } = await sendWithin({ at: Date.now() - 1 });
		expect(result).toMatchObject({ reason: 'waitLimitPassed', outcome: 'notDone' });
		expect(request).not.toHaveBeenCalled();
	});

	it.each([
		['no wait limit', undefined],
		['a relative wait limit', { after: 1 }],
		['a later wait limit', { at: Date.now() + 60_000 }],
	])('sends a question with %s', async (_, limit) => {
		const { request } = await sendWithin(limit);
		expect(request).toHaveBeenCalledTimes(1);
	});
});
