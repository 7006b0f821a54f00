import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isRecord } from '../client/model';
import { type Clock, systemClock } from '../scheduling/clock';
import { pageFor } from './page';
import { type AskedQuestion, type Choice, loadQuestion, linkNames } from './question';

/**
 * The duration of a claim, in milliseconds. n8n records within this time that the workflow resumed.
 */
const claimTime = 60_000;

/**
 * Accepts only the first of several concurrent answers to a question, because n8n before 2.0
 * resumes the workflow for each of them. Claims expire, so that the contact can answer again if n8n
 * failed to process the answer.
 */
export class FirstAnswerGuard {
	private readonly claimedUntil = new Map<string, number>();

	constructor(private readonly clock: Pick<Clock, 'now'>) {}

	/** Claims the question, and returns whether this answer is the first one. */
	claim(questionId: string): boolean {
		const now = this.clock.now();
		for (const [id, until] of this.claimedUntil) {
			if (until <= now) this.claimedUntil.delete(id);
		}
		if (this.claimedUntil.has(questionId)) return false;
		this.claimedUntil.set(questionId, now + claimTime);
		return true;
	}
}

/** A request to a question's link. */
export interface LinkRequest {
	method: string;
	query: unknown;
	body: unknown;
}

/** The answer that the workflow receives. */
export type Answer = { approved: boolean } | { text: string };

/** The result of a request to a link. Only `answered` resumes the workflow. */
export type ResolvedLink =
	| { kind: 'answered'; question: AskedQuestion; answer: Answer }
	| { kind: 'asked'; question: AskedQuestion; choice: Choice | undefined; isEmpty: boolean }
	/** `alreadyAnswered` means that a concurrent answer was first. */
	| { kind: 'alreadyAnswered' | 'closed' | 'expired' };

/**
 * Returns the result of a request to a link. Only POST requests answer a question, because
 * previews, bots, and mail scanners fetch links.
 *
 * @param question the question of the waiting execution, if it's known
 * @param now milliseconds since 1970
 */
export function resolveLink(
	question: AskedQuestion | undefined,
	{ method, query, body }: LinkRequest,
	now: number,
): ResolvedLink {
	if (question === undefined || !isRecord(query)) return { kind: 'closed' };
	if (query[linkNames.question] !== question.id) return { kind: 'closed' };
	// n8n checks only once a minute whether waits are over, so the execution may still be waiting.
	if (question.until !== undefined && now >= question.until) return { kind: 'expired' };
	const isPost = method === 'POST';
	if (question.form.kind === 'approval') {
		const choice = question.form.choices.find(
			({ approved }) => String(approved) === query[linkNames.approved],
		);
		if (choice === undefined) return { kind: 'closed' };
		return isPost
			? { kind: 'answered', question, answer: { approved: choice.approved } }
			: { kind: 'asked', question, choice, isEmpty: false };
	}
	const text = isPost ? textOf(body) : '';
	return text.trim() === ''
		? { kind: 'asked', question, choice: undefined, isEmpty: isPost }
		: { kind: 'answered', question, answer: { text } };
}

/** Returns the text of the form, with LF instead of the CRLF that browsers send. */
function textOf(body: unknown): string {
	const text = isRecord(body) ? body.text : undefined;
	return typeof text === 'string' ? text.replace(/\r\n/g, '\n') : '';
}

/** Shared by all executions of the process. */
const claims = new FirstAnswerGuard(systemClock);

/** The members of n8n's response object that a page needs. */
interface PageResponse {
	statusCode: number;
	setHeader(name: string, value: string): unknown;
	end(text: string): unknown;
}

/**
 * Responds to a request to a question's link. If the request contains an answer, the workflow
 * resumes, and n8n sends the page after it recorded that. Otherwise, the execution continues to
 * wait.
 */
export function handleWebhook(context: IWebhookFunctions): IWebhookResponseData {
	const { method }: { method: string } = context.getRequestObject();
	const response: PageResponse = context.getResponseObject();
	const request = { method, query: context.getQueryData(), body: context.getBodyData() };
	let result = resolveLink(loadQuestion(context), request, Date.now());
	if (result.kind === 'answered' && !claims.claim(result.question.id)) {
		result = { kind: 'alreadyAnswered' };
	}
	const { status, headers, html } = pageFor(result);
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
	if (result.kind === 'answered') {
		const respondedAt = new Date().toISOString();
		const json = { data: { ...result.answer, respondedAt }, ...result.question.output };
		return { webhookResponse: html, workflowData: [[{ json, pairedItem: { item: 0 } }]] };
	}
	response.statusCode = status;
	response.end(html);
	return { noWebhookResponse: true };
}
