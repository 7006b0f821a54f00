import type { IWebhookFunctions } from 'n8n-workflow';

import { handleWebhook } from '../../../nodes/ChannelMessaging/sendAndWait/webhook';
import { approval } from './testQuestions';

/** Returns the result of an answer to a question that n8n has stored, and n8n's response. */
function answer(stored: unknown) {
	const response = { statusCode: 200, setHeader: jest.fn(), end: jest.fn(), once: jest.fn() };
	const context: Partial<IWebhookFunctions> = {
		getNode: () => ({ name: 'Ask' }) as never,
		evaluateExpression: () => JSON.stringify(stored) as never,
		// The types of Express aren't installed.
		getRequestObject: () => ({ method: 'POST' }) as never,
		getResponseObject: () => response as never,
		getQueryData: () => ({ q: 'q1', a: '1' }),
		getBodyData: () => ({}),
	};
	return { response, result: handleWebhook(context as IWebhookFunctions) };
}

it('handleWebhook resumes the workflow with the answer and its time, and rejects a second answer', () => {
	jest.useFakeTimers({ now: 1_000, doNotFake: ['performance'] });
	// An older version of the package stored no texts.
	const stored = { ...approval, texts: undefined };
	const { result } = answer(stored);
	const second = answer(stored);
	jest.useRealTimers();

	const data = { approved: true, respondedAt: '1970-01-01T00:00:01.000Z' };
	expect(result.workflowData).toEqual([
		[{ json: { data, contactId: '7' }, pairedItem: { item: 0 } }],
	]);
	expect(result.webhookResponse).toContain('Thank you');
	expect(second.response.statusCode).toBe(409);
});

it.each([
	['no question', null],
	['a question without choices', { ...approval, form: { kind: 'approval' } }],
])('handleWebhook shows that the link is not valid if n8n has stored %s', (_title, stored) => {
	const { response, result } = answer(stored);
	expect(result).toEqual({ noWebhookResponse: true });
	expect(response.statusCode).toBe(410);
	expect(response.end).toHaveBeenCalledTimes(1);
});
