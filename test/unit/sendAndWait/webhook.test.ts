import type { IWebhookFunctions } from 'n8n-workflow';

import { isRecord } from '../../../nodes/ChannelMessaging/client/isRecord';
import { handleWebhook } from '../../../nodes/ChannelMessaging/sendAndWait/webhook';
import { approval, chatQuestion } from './testQuestions';

const idOf = (question: unknown) =>
	isRecord(question) && typeof question.id === 'string' ? question.id : 'q1';

/** Returns the result of an answer to a question that n8n has stored, and n8n's response. */
function answer(stored: unknown, method = 'POST', body = {}) {
	const response = {
		statusCode: 200,
		setHeader: jest.fn(),
		end: jest.fn<unknown, [text: string]>(),
		once: jest.fn(),
	};
	const context: Partial<IWebhookFunctions> = {
		getNode: () => ({ name: 'Ask' }) as never,
		evaluateExpression: () => JSON.stringify(stored) as never,
		// The types of Express aren't installed.
		getWorkflow: () => ({ id: '1', name: 'Book', active: true }),
		getRequestObject: () => ({ method }) as never,
		getResponseObject: () => response as never,
		getQueryData: () => ({ q: idOf(stored), a: '1' }),
		getBodyData: () => body,
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

describe('Question in the chat', () => {
	const asker = { workflow: 'Book', node: 'Ask' };
	const jsonOf = (text: unknown): unknown => JSON.parse(String(text));
	const sentBy = ({ end }: { end: jest.Mock<unknown, [text: string]> }) =>
		jsonOf(end.mock.calls[0]?.[0]);

	it('handleWebhook resumes the workflow with the reply and rejects a second one', () => {
		const { result, response } = answer(chatQuestion, 'POST', { reply: 'yes' });
		const second = answer(chatQuestion, 'POST', { reply: 'no' });

		const respondedAt: unknown = expect.any(String);
		const data = { text: 'Yes', entered: 'yes', approved: true, respondedAt };
		expect(result.workflowData).toEqual([
			[{ json: { data, contactId: '7' }, pairedItem: { item: 0 } }],
		]);
		expect(response.setHeader).toHaveBeenCalledWith(
			'Content-Type',
			'application/json; charset=utf-8',
		);
		expect(jsonOf(result.webhookResponse)).toEqual({ question: 'answered', ...asker });
		expect(second.result).toEqual({ noWebhookResponse: true });
		expect(sentBy(second.response)).toMatchObject({
			question: 'answering',
		});
	});

	it('handleWebhook accepts a repeated message for one question only', () => {
		const reply = { reply: 'yes', message: 'm1' };
		answer({ ...chatQuestion, id: 'first' }, 'POST', reply);
		const next = { ...chatQuestion, id: 'next' };
		const repeated = answer(next, 'POST', reply);
		const other = answer(next, 'POST', { ...reply, message: 'm2' });

		expect(repeated.result).toEqual({ noWebhookResponse: true });
		expect(sentBy(repeated.response)).toMatchObject({ question: 'closed' });
		expect(other.result.workflowData).toBeDefined();
	});

	it('handleWebhook ends a replaced question without the time of an answer', () => {
		const question = { ...chatQuestion, id: 'replaced' };
		const { result } = answer(question, 'POST', { replaced: true });
		expect(result.workflowData).toMatchObject([
			[{ json: { data: { replaced: true }, contactId: '7' } }],
		]);
		expect(JSON.stringify(result.workflowData)).not.toContain('respondedAt');
	});

	it.each([
		['open', 'GET', {}],
		['notAReply', 'POST', { reply: 'Perhaps' }],
	])('handleWebhook responds with the state %s and resumes nothing', (state, method, body) => {
		const { response, result } = answer({ ...chatQuestion, id: 'open' }, method, body);
		expect(result).toEqual({ noWebhookResponse: true });
		expect(response.statusCode).toBe(200);
		expect(sentBy(response)).toEqual({ question: state, ...asker });
	});
});
