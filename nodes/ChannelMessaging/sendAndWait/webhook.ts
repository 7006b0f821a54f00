import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';
import { systemClock } from '../scheduling/clock';
import { AnsweringMessages } from './answeringMessages';
import { resolveChat } from './chatLink';
import type { ChatReply } from './chatReply';
import { type ChatResponse, chatResponseText, type ChatState, noStore } from './chatResponse';
import { FirstAnswerGuard } from './firstAnswerGuard';
import { type LinkRequest, resolveLink, type ResolvedLink } from './resolveLink';
import { type Page, pageFor } from './page';
import type { AskedQuestion } from './question';
import { loadQuestion } from './storedQuestion';

const claims = new FirstAnswerGuard(systemClock);

const messages = new AnsweringMessages(systemClock);

interface HttpResponse {
	statusCode: number;
	setHeader(name: string, value: string): unknown;
	end(text: string): unknown;
	once(event: 'close', listener: () => void): unknown;
}

interface Reply extends Omit<Page, 'html'> {
	text: string;
}

/** An answer that resumes the workflow. */
interface Answer {
	question: AskedQuestion;
	data: IDataObject;
	/** Sent if another answer arrived first. */
	alreadyAnswered: Reply;
	/** Identifies the chat message that contains the answer, if known. */
	message?: string | undefined;
}

/**
 * Handles requests to a question's link. After a valid answer, n8n resumes the workflow and sends
 * the response. Otherwise, the execution keeps waiting. Must not throw, because n8n would then
 * resume the workflow without an answer.
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
		return send(response, pageReply({ kind: 'closed', question: undefined, unsent: [] }));
	}
}

/**
 * Returns the submitted values. n8n puts the fields of a multipart form into `data`, and uploads
 * into `files`. If no form was submitted, the body is undefined or empty, depending on the release.
 */
function formValuesOf(body: unknown): unknown {
	return isRecord(body) && isRecord(body.data) && isRecord(body.files) ? body.data : body;
}

function answerOnPage(
	response: HttpResponse,
	question: AskedQuestion | undefined,
	request: LinkRequest,
): IWebhookResponseData {
	const result = resolveLink(question, request, Date.now());
	if (result.kind !== 'answered') return send(response, pageReply(result));
	const data = { ...result.answer, respondedAt: new Date().toISOString() };
	const { question: answered, unsent } = result;
	const alreadyAnswered = pageReply({ kind: 'alreadyAnswered', question: answered, unsent });
	return resume(response, { question: answered, data, alreadyAnswered }, pageReply(result));
}

function answerInChat(
	context: IWebhookFunctions,
	response: HttpResponse,
	question: AskedQuestion,
	replies: readonly ChatReply[],
	request: LinkRequest,
): IWebhookResponseData {
	const { name: workflow = '' } = context.getWorkflow();
	const { name: node } = context.getNode();
	const replyIn = (state: ChatState) => chatReply({ state, workflow, node });
	const { state, data, message } = resolveChat(question, replies, request, Date.now());
	if (data === undefined) return send(response, replyIn(state));
	if (message !== undefined && messages.hasAnsweredOther(message, question.id)) {
		return send(response, replyIn('closed'));
	}
	const times = 'replaced' in data ? {} : { respondedAt: new Date().toISOString() };
	const alreadyAnswered = replyIn('answering');
	return resume(
		response,
		{ question, data: { ...data, ...times }, alreadyAnswered, message },
		replyIn(state),
	);
}

function resume(
	response: HttpResponse,
	{ question, data, alreadyAnswered, message }: Answer,
	reply: Reply,
): IWebhookResponseData {
	const json = { data, ...question.output };
	if (!claims.claim(question.id)) return send(response, alreadyAnswered);
	if (message !== undefined) messages.add(message, question.id);
	response.once('close', () => {
		// n8n couldn't resume the workflow, so the contact may try again.
		if (response.statusCode < 400) return;
		claims.release(question.id);
		if (message !== undefined) messages.delete(message);
	});
	setHeaders(response, reply);
	return { webhookResponse: reply.text, workflowData: [[{ json, pairedItem: { item: 0 } }]] };
}

function pageReply(link: ResolvedLink): Reply {
	const { html: text, ...page } = pageFor(link);
	return { ...page, text };
}

/** In all other states, the response is 200. */
const chatStatuses: Partial<Record<ChatState, number>> = {
	answering: 409,
	closed: 410,
	expired: 410,
};

function chatReply(content: ChatResponse): Reply {
	return {
		status: chatStatuses[content.state] ?? 200,
		headers: {
			'Cache-Control': noStore,
			'Content-Type': 'application/json; charset=utf-8',
			'X-Content-Type-Options': 'nosniff',
		},
		text: chatResponseText(content),
	};
}

function send(response: HttpResponse, reply: Reply): IWebhookResponseData {
	setHeaders(response, reply);
	response.statusCode = reply.status;
	response.end(reply.text);
	return { noWebhookResponse: true };
}

function setHeaders(response: HttpResponse, { headers }: Reply): void {
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
