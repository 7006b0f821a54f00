import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';
import { alreadyUsedReplies } from './alreadyUsedReplies';
import { resolveChatLink } from './resolveChatLink';
import type { OfferedReply } from './chosenReply';
import {
	type ChatLinkResponse,
	chatLinkResponseText,
	type ChatLinkState,
	noStore,
} from './chatLinkResponse';
import { type LinkRequest, resolvePageLink, type ResolvedPageLink } from './resolvePageLink';
import { pageFor } from './page';
import type { AskedQuestion } from './question';
import { loadQuestion } from './storedQuestion';
import { resumeWorkflow } from './resumeWorkflow';
import { type HttpResponse, type WebhookResponse, send } from './webhookResponse';

/**
 * Handles requests to a question's link. After a valid answer, n8n resumes the workflow and sends
 * the response. After any other request, the execution keeps waiting. This function must not throw,
 * because n8n would then resume the workflow without an answer.
 */
export function handleWebhook(context: IWebhookFunctions): IWebhookResponseData {
	const response: HttpResponse = context.getResponseObject();
	try {
		const { method }: { method: string } = context.getRequestObject();
		const request = {
			method,
			query: context.getQueryData(),
			body: formValuesOf(context.getBodyData()),
		};
		const question = loadQuestion(context);
		return question?.form.kind === 'chat'
			? answerInChat(context, response, question, question.form.replies, request)
			: answerOnPage(response, question, request);
	} catch {
		return send(response, pageResponse({ kind: 'closed', question: undefined, unsent: [] }));
	}
}

/**
 * Returns the submitted values. n8n puts the fields of a multipart form into `data`, and uploads
 * into `files`. If no form was submitted, the body is `undefined` or empty, depending on the n8n
 * release.
 */
function formValuesOf(body: unknown): unknown {
	return isRecord(body) && isRecord(body.data) && isRecord(body.files) ? body.data : body;
}

function answerOnPage(
	response: HttpResponse,
	question: AskedQuestion | undefined,
	request: LinkRequest,
): IWebhookResponseData {
	const result = resolvePageLink(question, request, Date.now());
	if (result.kind !== 'answered') return send(response, pageResponse(result));
	const data = { ...result.answer, respondedAt: new Date().toISOString() };
	const { question: answered, unsent } = result;
	const alreadyAnswered = pageResponse({ kind: 'alreadyAnswered', question: answered, unsent });
	return resumeWorkflow(
		response,
		{ question: answered, data, alreadyAnswered },
		pageResponse(result),
	);
}

function answerInChat(
	context: IWebhookFunctions,
	response: HttpResponse,
	question: AskedQuestion,
	replies: readonly OfferedReply[],
	request: LinkRequest,
): IWebhookResponseData {
	const { name: workflow = '' } = context.getWorkflow();
	const { name: node } = context.getNode();
	const responseIn = (state: ChatLinkState) => chatResponse({ state, workflow, node });
	const { state, data, message } = resolveChatLink(question, replies, request, Date.now());
	if (message !== undefined && alreadyUsedReplies.hasAnsweredOther(message, question.id)) {
		return send(response, responseIn('closed'));
	}
	if (data === undefined) return send(response, responseIn(state));
	const times = 'replaced' in data ? {} : { respondedAt: new Date().toISOString() };
	const alreadyAnswered = responseIn('answering');
	return resumeWorkflow(
		response,
		{ question, data: { ...data, ...times }, alreadyAnswered, message },
		responseIn(state),
	);
}

function pageResponse(link: ResolvedPageLink): WebhookResponse {
	const { html: text, ...page } = pageFor(link);
	return { ...page, text };
}

/** The HTTP statuses of responses to chat link requests. In all other states, the status is 200. */
const chatStatuses: Partial<Record<ChatLinkState, number>> = {
	answering: 409,
	closed: 410,
	expired: 410,
};

function chatResponse(content: ChatLinkResponse): WebhookResponse {
	return {
		status: chatStatuses[content.state] ?? 200,
		headers: {
			'Cache-Control': noStore,
			'Content-Type': 'application/json; charset=utf-8',
			'X-Content-Type-Options': 'nosniff',
		},
		text: chatLinkResponseText(content),
	};
}
