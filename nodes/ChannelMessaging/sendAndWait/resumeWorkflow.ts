import type { IDataObject, IWebhookResponseData } from 'n8n-workflow';

import { alreadyUsedReplies } from './alreadyUsedReplies';
import { firstAnswerGuard } from './firstAnswerGuard';
import type { AskedQuestion } from './question';
import { type HttpResponse, type WebhookResponse, send, setHeaders } from './webhookResponse';

/** An answer that resumes the workflow. */
interface Answer {
	question: AskedQuestion;
	data: IDataObject;
	/** The response if another answer arrived first. */
	alreadyAnswered: WebhookResponse;
	/** Identifies the chat message that contains the answer, if known. */
	message?: string | undefined;
}

/** Resumes the workflow, unless another answer arrived first. */
export function resumeWorkflow(
	response: HttpResponse,
	{ question, data, alreadyAnswered, message }: Answer,
	reply: WebhookResponse,
): IWebhookResponseData {
	const json = { data, ...question.output };
	if (!firstAnswerGuard.claim(question.id)) return send(response, alreadyAnswered);
	if (message !== undefined) alreadyUsedReplies.add(message, question.id);
	response.once('close', () => {
		// n8n couldn't resume the workflow, so the contact may submit the answer again.
		if (response.statusCode < 400) return;
		firstAnswerGuard.release(question.id);
		if (message !== undefined) alreadyUsedReplies.delete(message);
	});
	setHeaders(response, reply);
	return { webhookResponse: reply.text, workflowData: [[{ json, pairedItem: { item: 0 } }]] };
}
