import { NodeOperationError } from 'n8n-workflow';

import type { ReadItem } from '../../../nodes/ChannelMessaging/execution/readItems';
import { checkCanWait } from '../../../nodes/ChannelMessaging/execution/waiting';
import { ParameterError } from '../../../nodes/ChannelMessaging/parameters/parameter';
import type { WaitLimit } from '../../../nodes/ChannelMessaging/questions/question';
import { nodeOfType } from './nodeOfType';

const context = (type?: string) => ({
	getNode: () => nodeOfType(type),
	continueOnFail: () => true,
	getSignedResumeUrl: () => 'https://n8n.example.com',
});

const read = { settings: { timeout: 1, resendWhenUnsure: false }, skipsMissingContact: false };
const contact = { kind: 'id', contactId: '7' } as const;
const perform = async () => await Promise.resolve([]);

const asking = (itemIndex: number, limit: WaitLimit = { kind: 'none' }): ReadItem => ({
	kind: 'valid',
	itemIndex,
	item: {
		kind: 'forContact',
		...read,
		contact,
		question: { message: 'Shall we?', form: { kind: 'approval', choices: [] }, limit },
		perform,
	},
});

const sending = (itemIndex: number): ReadItem => ({
	kind: 'valid',
	itemIndex,
	item: { kind: 'forContact', ...read, contact, perform },
});

/** Why the items can't be waited for. */
function refusals(items: readonly ReadItem[]): string[] {
	return items.flatMap((item) =>
		item.kind === 'invalid' && item.error instanceof ParameterError ? [item.error.message] : [],
	);
}

describe('a question', () => {
	it('is asked where n8n signs links, of one item', () => {
		const items = [asking(0)];
		expect(checkCanWait(context(), items)).toEqual(items);
	});

	it('is refused once for several items where errors stop the workflow', () => {
		const stopping = { ...context(), continueOnFail: () => false };
		expect(() => checkCanWait(stopping, [asking(0), asking(1)])).toThrow(
			expect.objectContaining({
				message: "'Send and Wait for Response' takes one item at a time, but got 2 [item 0]",
				description: expect.stringMatching(/Loop Over Items.*Nothing was sent\.$/) as string,
			}) as Error,
		);
	});

	it('is refused for each of several items where the workflow goes on', () => {
		expect(refusals(checkCanWait(context(), [asking(0), asking(1)]))).toEqual(
			Array(2).fill("'Send and Wait for Response' takes one item at a time, but got 2"),
		);
	});

	it('is refused where n8n signs no links', () => {
		const { getNode, continueOnFail } = context();
		expect(refusals(checkCanWait({ getNode, continueOnFail }, [asking(0)]))).toEqual([
			expect.stringContaining('needs links that n8n signs'),
		]);
	});

	it('is refused where its time is over before it is asked', () => {
		const items = [asking(0, { kind: 'at', time: Date.now() - 1 })];
		expect(refusals(checkCanWait(context(), items))).toEqual([
			"'Max Date and Time' is in the past",
		]);
	});

	it('is refused to a model, and asked as the review of its tool', () => {
		const items = [asking(0)];
		expect(() => checkCanWait(context('channelMessagingTool'), items)).toThrow(NodeOperationError);
		expect(checkCanWait(context('channelMessagingHitlTool'), items)).toEqual(items);
	});
});

it('what asks nothing waits for nothing', () => {
	const items = [sending(0), sending(1)];
	expect(checkCanWait(context(), items)).toEqual(items);
	expect(checkCanWait(context('channelMessagingTool'), items)).toEqual(items);
});
