import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isRecord } from '../client/model';
import { systemClock } from '../scheduling/clock';
import { FirstAnswerGuard } from './firstAnswerGuard';
import { resolveLink, type ResolvedLink } from './link';
import { type Page, pageFor } from './page';
import { loadQuestion } from './storedQuestion';

const claims = new FirstAnswerGuard(systemClock);

interface PageResponse {
	statusCode: number;
	setHeader(name: string, value: string): unknown;
	end(text: string): unknown;
	once(event: 'close', listener: () => void): unknown;
}

/**
 * Handles a request to a question's link. If the request contains a valid answer, n8n resumes the
 * workflow and sends the page. After any other request, the execution keeps waiting.
 *
 * Never throws. After an error, n8n would resume the workflow without an answer.
 */
export function handleWebhook(context: IWebhookFunctions): IWebhookResponseData {
	const response: PageResponse = context.getResponseObject();
	try {
		return respond(response, resultOf(context));
	} catch {
		return respond(response, { kind: 'closed', question: undefined, unsent: [] });
	}
}

function resultOf(context: IWebhookFunctions): ResolvedLink {
	const { method }: { method: string } = context.getRequestObject();
	const request = {
		method,
		query: context.getQueryData(),
		body: formValuesOf(context.getBodyData()),
	};
	return resolveLink(loadQuestion(context), request, Date.now());
}

/**
 * For a multipart form, n8n puts the fields into `data` and the uploaded files into `files`. If no
 * form was submitted, the body is undefined or empty, depending on the n8n release.
 */
function formValuesOf(body: unknown): unknown {
	return isRecord(body) && isRecord(body.data) && isRecord(body.files) ? body.data : body;
}

function respond(response: PageResponse, result: ResolvedLink): IWebhookResponseData {
	if (result.kind !== 'answered') return sendPage(response, pageFor(result));
	const { answer, question, unsent } = result;
	const page = pageFor(result);
	const respondedAt = new Date().toISOString();
	const json = { data: { ...answer, respondedAt }, ...question.output };
	if (!claims.claim(question.id)) {
		return sendPage(response, pageFor({ kind: 'alreadyAnswered', question, unsent }));
	}
	response.once('close', () => {
		// If n8n can't resume the workflow, it responds with an error status. The contact can then
		// answer the question again.
		if (response.statusCode >= 400) claims.release(question.id);
	});
	setHeaders(response, page);
	return { webhookResponse: page.html, workflowData: [[{ json, pairedItem: { item: 0 } }]] };
}

function sendPage(response: PageResponse, page: Page): IWebhookResponseData {
	setHeaders(response, page);
	response.statusCode = page.status;
	response.end(page.html);
	return { noWebhookResponse: true };
}

function setHeaders(response: PageResponse, { headers }: Page): void {
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
