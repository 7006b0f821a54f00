import { type NodeExecutionHint, WAIT_INDEFINITELY } from 'n8n-workflow';

import type { WaitLimit } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { waitForAnswer } from '../../../nodes/ChannelMessaging/sendAndWait/waitForAnswer';
import { approval } from './testQuestions';

/** Waits for the answer to a question with this link and wait limit. */
async function wait({
	url = 'https://n8n.example.com/',
	limit,
}: { url?: string; limit?: WaitLimit } = {}) {
	const hints: NodeExecutionHint[] = [];
	const stored: Record<string, string> = {};
	const dates: Date[] = [];
	const context = {
		getContext: () => stored,
		addExecutionHints: (...added: NodeExecutionHint[]) => hints.push(...added),
		putExecutionToWait: async (date: Date) => {
			dates.push(date);
			await Promise.resolve();
		},
	} as never;
	const output = { contactId: '7' };
	const question = { ...approval, limit };
	await waitForAnswer(context, { question, questionId: 'q1', linkTo: () => url, output });
	return { hints, dates, stored };
}

afterEach(() => {
	jest.restoreAllMocks();
});

it.each([
	['forever without a wait limit', undefined, WAIT_INDEFINITELY],
	['until an absolute wait limit', { at: 5_000 }, new Date(5_000)],
	['until a relative wait limit', { after: 3_000 }, new Date(10_000)],
])('waitForAnswer waits %s', async (_title, limit, date) => {
	jest.spyOn(Date, 'now').mockReturnValue(7_000);

	expect((await wait({ limit })).dates).toEqual([date]);
});

it('waitForAnswer stores the question with its ID and its output', async () => {
	const { stored } = await wait();
	expect(JSON.parse(stored['question'] ?? '')).toEqual(approval);
});

it('waitForAnswer adds a hint for a link to this machine', async () => {
	const { hints } = await wait({ url: 'http://localhost:5678/' });
	expect(hints).toMatchObject([
		{ type: 'warning', message: expect.stringContaining('WEBHOOK_URL') as string },
	]);
});

it('waitForAnswer adds no hint for a link with a private address', async () => {
	expect((await wait({ url: 'http://10.0.0.1/' })).hints).toEqual([]);
});
