import { checkCanWait, sentQuestion } from '../../../nodes/ChannelMessaging/execution/checkCanWait';
import type { ItemOutcome } from '../../../nodes/ChannelMessaging/execution/itemOutcome';
import type { ReadItem } from '../../../nodes/ChannelMessaging/execution/items';
import { ParameterError } from '../../../nodes/ChannelMessaging/parameters/parameter';
import type { WaitLimit } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { apiErrorWith } from '../client/apiErrorWith';
import { approval } from '../sendAndWait/testQuestions';
import { testCredential, testNode } from './testNode';

const contextOf = (type?: string) => ({
	getNode: () => testNode(type),
	continueOnFail: () => true,
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
	kind: 'contact',
	...common,
	question: { ...approval, limit },
});

const messagesOf = (items: readonly ReadItem[]) =>
	items.map((item) =>
		item.kind === 'failed' && item.error instanceof ParameterError ? item.error.message : '',
	);

it('checkCanWait accepts a single question', () => {
	const items = [questionWith()];
	expect(checkCanWait(contextOf(), items)).toEqual(items);
});

it('checkCanWait throws one error for several questions if errors stop the workflow', () => {
	const context = { ...contextOf(), continueOnFail: () => false };
	expect(() => checkCanWait(context, [questionWith(), questionWith()])).toThrow(
		expect.objectContaining({
			message: "'Send and Wait for Response' accepts one item at a time, but received 2 [item 0]",
			description: expect.stringMatching(/Loop Over Items.*Nothing was sent\.$/) as string,
		}) as Error,
	);
});

it('checkCanWait rejects every question in a Continue mode if there are several', () => {
	const message = "'Send and Wait for Response' accepts one item at a time, but received 2";
	const items = checkCanWait(contextOf(), [questionWith(), questionWith()]);
	expect(messagesOf(items)).toEqual([message, message]);
});

it('checkCanWait rejects a question whose wait limit is in the past', () => {
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

it('checkCanWait throws if the node is a tool', () => {
	const context = contextOf('channelMessagingTool');
	expect(() => checkCanWait(context, [message, questionWith()])).toThrow(
		expect.objectContaining({
			message: expect.stringContaining("isn't possible in a tool of an agent") as string,
			description: 'Add the node as a human review step between the agent and its tool.',
		}) as Error,
	);
});

it('checkCanWait accepts a question if the node is the human review of a tool', () => {
	const items = [questionWith()];
	expect(checkCanWait(contextOf('channelMessagingHitlTool'), items)).toEqual(items);
});

it('sentQuestion returns a question that was sent, and its output', () => {
	const outcome: ItemOutcome = { kind: 'done', result: [{ contactId: '7' }] };
	expect(sentQuestion([questionWith()], [outcome])).toEqual({
		question: { ...approval, limit: undefined },
		output: { contactId: '7' },
	});
});

it.each<[string, readonly ReadItem[], readonly ItemOutcome[]]>([
	[
		'a rejected question',
		[questionWith()],
		[{ kind: 'failed', error: apiErrorWith('rejected', 'notDone') }],
	],
	[
		'a skipped question',
		[questionWith()],
		[{ kind: 'skipped', error: apiErrorWith('contactNotFound', 'notDone') }],
	],
	['a question that was not sent', [questionWith()], []],
	['a message', [message], [{ kind: 'done', result: [{}] }]],
	['no items', [], []],
])('sentQuestion returns undefined for %s', (_, items, outcomes) => {
	expect(sentQuestion(items, outcomes)).toBeUndefined();
});
