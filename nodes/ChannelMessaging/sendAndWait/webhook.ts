import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isRecord } from '../client/model';
import { type Clock, systemClock } from '../scheduling/clock';
import { pageFor } from './page';
import { type AskedQuestion, type Choice, loadQuestion, linkNames } from './question';

/** Within this time n8n has noted that the execution goes on, in milliseconds. */
const claimTime = 60_000;

/**
 * Lets one answer to a question through where several come at the same moment: releases of n8n before
 * 2.0 would let the workflow go on with each of them. A claim ends by itself, so that a question whose
 * answer n8n could not take in can be answered again.
 */
export class FirstAnswerGuard {
	private readonly claimedUntil = new Map<string, number>();

	constructor(private readonly clock: Pick<Clock, 'now'>) {}

	/** Whether this answer is the first one. */
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

/** What somebody who has a link asks of n8n. */
export interface LinkRequest {
	method: string;
	query: unknown;
	body: unknown;
}

/** What the workflow gets. */
export type Answer = { approved: boolean } | { text: string };

/** What comes of a visit. Only `answered` lets the workflow go on. */
export type ResolvedLink =
	| { kind: 'answered'; question: AskedQuestion; answer: Answer }
	| { kind: 'asked'; question: AskedQuestion; choice: Choice | undefined; isEmpty: boolean }
	/** By `alreadyAnswered`, another answer came at the same moment and was first. */
	| { kind: 'alreadyAnswered' | 'closed' | 'expired' };

/**
 * What a request of a link means. Previews, bots and mail scanners fetch links: nothing but a POST
 * answers.
 *
 * @param question the one that the execution waits with; undefined where it is unknown
 * @param now milliseconds since 1970
 */
export function resolveLink(
	question: AskedQuestion | undefined,
	{ method, query, body }: LinkRequest,
	now: number,
): ResolvedLink {
	if (question === undefined || !isRecord(query)) return { kind: 'closed' };
	if (query[linkNames.question] !== question.id) return { kind: 'closed' };
	// n8n looks only once a minute which executions have waited long enough.
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

/** The text of the form, with line breaks as n8n has them: browsers send CRLF. */
function textOf(body: unknown): string {
	const text = isRecord(body) ? body.text : undefined;
	return typeof text === 'string' ? text.replace(/\r\n/g, '\n') : '';
}

/** One for all executions of the process. */
const claims = new FirstAnswerGuard(systemClock);

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
		const json = { data: result.answer, ...result.question.output };
		return { webhookResponse: html, workflowData: [[{ json, pairedItem: { item: 0 } }]] };
	}
	response.statusCode = status;
	response.end(html);
	return { noWebhookResponse: true };
}
