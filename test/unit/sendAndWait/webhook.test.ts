import { EventEmitter } from 'node:events';
import type { IWebhookFunctions } from 'n8n-workflow';

import type { AskedQuestion } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { handleWebhook } from '../../../nodes/ChannelMessaging/sendAndWait/webhook';
import { approval, textQuestion } from './testQuestions';

interface Request {
	method?: string;
	body?: unknown;
	/** The stored question. Default: the JSON of the question. */
	stored?: unknown;
}

/** n8n's HTTP response. */
class TestResponse extends EventEmitter {
	statusCode = 200;

	readonly setHeader = jest.fn();

	readonly end = jest.fn();
}

/** Returns the result of a request to the link for the first choice, and n8n's response. */
function requestLink(question: AskedQuestion, request: Request = {}) {
	const { method = 'POST', body, stored = JSON.stringify(question) } = request;
	const response = new TestResponse();
	const context: Partial<IWebhookFunctions> = {
		getNode: () => ({ name: 'Ask' }) as never,
		evaluateExpression: () => stored as never,
		// The types of Express aren't installed.
		getRequestObject: () => ({ method }) as never,
		getResponseObject: () => response as never,
		getQueryData: () => ({ q: question.id, a: '1' }),
		getBodyData: () => body as never,
	};
	return { response, result: handleWebhook(context as IWebhookFunctions) };
}

it('handleWebhook resumes the workflow with the answer and its time', () => {
	jest.useFakeTimers({ now: 1_000, doNotFake: ['performance'] });
	const { result } = requestLink({ ...approval, id: 'answered' });
	jest.useRealTimers();

	const data = { approved: true, respondedAt: '1970-01-01T00:00:01.000Z' };
	expect(result.workflowData).toEqual([
		[{ json: { data, contactId: '7' }, pairedItem: { item: 0 } }],
	]);
	expect(result.webhookResponse).toContain('Thank you');
});

it.each([
	['no question', 'null'],
	['a question without choices', JSON.stringify({ ...approval, form: { kind: 'approval' } })],
	['a form without fields', JSON.stringify({ ...textQuestion, form: { kind: 'form' } })],
	['a form of an unknown kind', JSON.stringify({ ...approval, form: { kind: 'rating' } })],
])('handleWebhook shows that the link is not valid if n8n has stored %s', (_title, stored) => {
	for (const method of ['GET', 'POST']) {
		const { response, result } = requestLink(approval, { method, stored });
		expect(result).toEqual({ noWebhookResponse: true });
		expect(response.statusCode).toBe(410);
		expect(response.end).toHaveBeenCalledTimes(1);
	}
});

it('handleWebhook responds with 409 to a concurrent second answer', () => {
	requestLink({ ...approval, id: 'twice' });
	const { response } = requestLink({ ...approval, id: 'twice' });

	expect(response.statusCode).toBe(409);
});
