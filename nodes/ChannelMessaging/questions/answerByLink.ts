import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { systemClock } from '../scheduling/clock';
import { AnswerClaims } from './answerClaims';
import { keptQuestion } from './keptQuestion';
import type { Page } from './page';
import { alreadyAnswered, pageFor } from './pages';
import { visit } from './visit';

/** One for all executions of the process. */
const claims = new AnswerClaims(systemClock);

/** The parts of n8n's request and response that a page needs. */
interface PageRequest {
	readonly method: string;
}
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
	const { method }: PageRequest = context.getRequestObject();
	const response: PageResponse = context.getResponseObject();
	const request = { method, query: context.getQueryData(), body: context.getBodyData() };
	const result = visit(keptQuestion(context), request, Date.now());
	const page = pageFor(result);
	if (result.kind !== 'answered') return show(page, response);
	const { question, answer } = result;
	if (!claims.claim(question.id)) return show(alreadyAnswered, response);
	setHeaders(page, response);
	const json = { data: answer, ...question.output };
	return { webhookResponse: page.html, workflowData: [[{ json, pairedItem: { item: 0 } }]] };
}

function show(page: Page, response: PageResponse): IWebhookResponseData {
	response.statusCode = page.status;
	setHeaders(page, response);
	response.end(page.html);
	return { noWebhookResponse: true };
}

function setHeaders({ headers }: Page, response: PageResponse): void {
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
