import { type NodeExecutionHint, WAIT_INDEFINITELY } from 'n8n-workflow';

import type { SendRequest } from '../../../nodes/ChannelMessaging/client/types';
import type { ItemOutcome, ReadItem } from '../../../nodes/ChannelMessaging/execution/items';
import {
	checkCanWait,
	waitForAnswer,
	withinWaitLimit,
} from '../../../nodes/ChannelMessaging/execution/waitForAnswer';
import { ParameterError } from '../../../nodes/ChannelMessaging/parameters/parameter';
import type { WaitLimit } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { apiErrorWith } from '../client/apiErrorWith';
import { textResponse } from '../client/apiResponse';
import { send } from '../client/testService';
import { approval } from '../sendAndWait/testQuestions';
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
		question: { ...approval, limit },
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

	it('rejects every question in a Continue mode if there are several', () => {
		const message = "'Send and Wait for Response' accepts one item at a time, but received 2";
		const items = checkCanWait(contextOf(), [questionWith(), questionWith()]);
		expect(messagesOf(items)).toEqual([message, message]);
	});

	it('rejects a question if n8n does not sign links', () => {
		const { getNode, continueOnFail } = contextOf();
		const items = checkCanWait({ getNode, continueOnFail }, [questionWith()]);
		expect(items).toMatchObject([
			{
				error: {
					message: expect.stringContaining('needs links that n8n signs') as string,
					advice: 'Update n8n: 1.123 has them.',
				},
			},
		]);
	});

	it('rejects a question whose wait limit is in the past', () => {
		const items = checkCanWait(contextOf(), [questionWith({ at: Date.now() - 1 })]);
		expect(items).toMatchObject([
			{
				error: {
					message: "'Max Date and Time' is in the past",
					advice: 'Choose a later one, so that the contact has time to answer.',
				},
			},
		]);
	});

	it('throws if the node is a tool', () => {
		const context = contextOf('channelMessagingTool');
		expect(() => checkCanWait(context, [message, questionWith()])).toThrow(
			expect.objectContaining({
				message: expect.stringContaining("isn't possible in a tool of an agent") as string,
				description: 'Add the node as a human review step between the agent and its tool.',
			}) as Error,
		);
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
	/** Waits for the answer to a question with this link and wait limit. */
	async function waitAfter(
		outcome: ItemOutcome | undefined,
		{ url = 'https://n8n.example.com/', limit }: { url?: string; limit?: WaitLimit } = {},
	) {
		const hints: NodeExecutionHint[] = [];
		const putExecutionToWait = jest.fn<Promise<void>, [Date]>();
		const context = {
			getContext: () => ({}),
			addExecutionHints: (...added: NodeExecutionHint[]) => hints.push(...added),
			putExecutionToWait,
		};
		const execution = { linkTo: () => url, questionId: 'q1' };
		const item = { kind: 'question', question: { ...approval, limit } };
		const isWaiting = await waitForAnswer(
			context as never,
			execution as never,
			[item as never],
			outcome === undefined ? [] : [outcome],
		);
		return { hints, isWaiting, dates: putExecutionToWait.mock.calls.flat() };
	}

	afterEach(() => {
		jest.restoreAllMocks();
	});

	const sent: ItemOutcome = { kind: 'done', result: [{}] };

	it.each([
		['forever without a wait limit', undefined, WAIT_INDEFINITELY],
		['until an absolute wait limit', { at: 5_000 }, new Date(5_000)],
		['until a relative wait limit', { after: 3_000 }, new Date(10_000)],
	])('waits %s', async (_title, limit, date) => {
		jest.spyOn(Date, 'now').mockReturnValue(7_000);

		expect(await waitAfter(sent, { limit })).toMatchObject({ isWaiting: true, dates: [date] });
	});

	it.each<[string, ItemOutcome | undefined]>([
		['was rejected', { kind: 'failed', error: apiErrorWith('rejected', 'notDone') }],
		['was skipped', { kind: 'skipped', error: apiErrorWith('contactNotFound', 'notDone') }],
		['was not sent', undefined],
	])('does not wait if the question %s', async (_title, outcome) => {
		expect(await waitAfter(outcome)).toEqual({ hints: [], isWaiting: false, dates: [] });
	});

	it('does not wait without items', async () => {
		expect(await waitForAnswer({} as never, {} as never, [], [])).toBe(false);
	});

	it('adds a hint for a link to this machine', async () => {
		const { hints } = await waitAfter(sent, { url: 'http://localhost:5678/' });
		expect(hints).toMatchObject([
			{ type: 'warning', message: expect.stringContaining('WEBHOOK_URL') as string },
		]);
	});

	it('adds no hint for a link with a private address', async () => {
		expect((await waitAfter(sent, { url: 'http://10.0.0.1/' })).hints).toEqual([]);
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
