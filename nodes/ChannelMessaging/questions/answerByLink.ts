import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { systemClock } from '../scheduling/clock';
import { AnswerClaims } from './answerClaims';
import { keptQuestion } from './keptQuestion';
import { pageFor } from './pages';
import { visit } from './visit';

/** One for all executions of the process. */
const claims = new AnswerClaims(systemClock);

/** The parts of n8n's response that a page needs. */
interface PageResponse {
	statusCode: number;
	setHeader(name: string, value: string): unknown;
	end(text: string): unknown;
}

/**
 * Answers a request of a link. The workflow goes on where it holds an answer, and n8n sends the page
 * then as soon as it has noted that; all other requests leave the execution waiting.
 */
export function answerByLink(context: IWebhookFunctions): IWebhookResponseData {
	const { method }: { method: string } = context.getRequestObject();
	const response: PageResponse = context.getResponseObject();
	const request = { method, query: context.getQueryData(), body: context.getBodyData() };
	let result = visit(keptQuestion(context), request, Date.now());
	if (result.kind === 'answered' && !claims.claim(result.question.id)) {
		result = { kind: 'alreadyAnswered' };
	}
	const { status, headers, html } = pageFor(result);
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
	if (result.kind === 'answered') {
		const json = { data: result.answer, ...result.question.output };
		return { webhookResponse: html, workflowData: [[{ json, pairedItem: { item: 0 } }]] };
	}
	response.statusCode = status;
	response.end(html);
	return { noWebhookResponse: true };
}
