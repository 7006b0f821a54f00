import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { waitForAnswer } from '../../../nodes/ChannelMessaging/sendAndWait/waitForAnswer';
import { approval } from './testQuestions';

afterEach(() => {
	jest.restoreAllMocks();
});

it.each([
	['forever without a wait limit', undefined, WAIT_INDEFINITELY],
	['until an absolute wait limit', { at: 5_000 }, new Date(5_000)],
	['until a relative wait limit', { after: 3_000 }, new Date(10_000)],
])('waitForAnswer waits %s', async (_title, limit, date) => {
	jest.spyOn(Date, 'now').mockReturnValue(7_000);
	const putExecutionToWait = jest.fn();
	const addExecutionHints = jest.fn();
	const stored: Record<string, string> = {};
	const data = { approved: true };
	const items = [{ json: { order: 1, data } }, { json: { order: 2, data } }];
	const context = {
		...{ getContext: () => stored, addExecutionHints, putExecutionToWait },
		getExecuteData: () => ({ data: { main: [items, null] } }),
	} as never;

	await waitForAnswer(context, {
		question: { ...approval, limit },
		questionId: 'q1',
		sentAt: 6_000,
		linkTo: () => 'http://10.0.0.1/',
		output: approval.output,
		isReview: false,
	});

	expect(JSON.parse(stored['question'] ?? '')).toMatchObject(approval);
	expect(putExecutionToWait.mock.calls).toEqual([[date]]);
	expect(items).toEqual([{ json: { order: 1 } }, { json: { order: 2 } }]);
	// The contact's device may be in the same network.
	expect(addExecutionHints).not.toHaveBeenCalled();
});
