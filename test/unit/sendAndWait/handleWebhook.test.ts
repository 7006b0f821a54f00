import type { IWebhookFunctions } from 'n8n-workflow';

import { handleWebhook } from '../../../nodes/ChannelMessaging/sendAndWait/webhook';
import { anApproval } from './aQuestion';

/** Returns the result of a request to a link of the question, and n8n's response. */
function visit(question: object, request: { method: string; query?: object; body?: object }) {
	const response = { statusCode: 200, setHeader: jest.fn(), end: jest.fn() };
	const context: Partial<IWebhookFunctions> = {
		getNode: () => ({ name: 'Ask' }) as never,
		evaluateExpression: () => JSON.stringify(question),
		// The types of Express aren't installed.
		getRequestObject: () => ({ method: request.method }) as never,
		getResponseObject: () => response as never,
		getQueryData: () => request.query ?? {},
		getBodyData: () => ({ ...request.body }),
	};
	return { response, result: handleWebhook(context as IWebhookFunctions) };
}

describe('handleWebhook', () => {
	it('resumes the workflow with the answer, its time, and the output of the sent question', () => {
		const before = Date.now();
		const { result } = visit(
			{ ...anApproval, id: 'answered' },
			{ method: 'POST', query: { q: 'answered', a: '1' } },
		);

		const item = result.workflowData?.[0]?.[0];
		const respondedAt = item?.json.data as { respondedAt: string };
		expect(item).toMatchObject({
			json: { data: { approved: true }, contactId: '7' },
			pairedItem: { item: 0 },
		});
		expect(Date.parse(respondedAt.respondedAt)).toBeGreaterThanOrEqual(before);
		expect(respondedAt.respondedAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
		expect(result.webhookResponse).toContain('Thank you');
	});

	it('shows the question without resuming the workflow', () => {
		const { response, result } = visit(anApproval, {
			method: 'GET',
			query: { q: 'q1', a: '1' },
		});

		expect(result).toEqual({ noWebhookResponse: true });
		expect(response.end).toHaveBeenCalledWith(expect.stringContaining('Shall we?'));
	});

	it('responds with 409 to an answer while another answer is processed', () => {
		const request = { method: 'POST', query: { q: 'twice', a: '1' } };
		visit({ ...anApproval, id: 'twice' }, request);
		const { response, result } = visit({ ...anApproval, id: 'twice' }, request);

		expect(result).toEqual({ noWebhookResponse: true });
		expect(response.statusCode).toBe(409);
	});
});
