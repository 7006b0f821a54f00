import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isRecord } from '../client/model';
import { type Clock, systemClock } from '../scheduling/clock';
import { type FormField, inputName } from './formFields';
import { pageFor } from './page';
import { type AskedQuestion, type Choice, choiceValue, linkNames, loadQuestion } from './question';

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

/** The answer that the workflow receives: the choice, or the values of the form's fields. */
export type Answer = Readonly<Record<string, unknown>>;

/** Why an entry is invalid. Also the name of the text that the page shows. */
export type EntryIssue =
	| 'missingAnswer'
	| 'rejectedDate'
	| 'rejectedEmail'
	| 'rejectedNumber'
	| 'rejectedOption';

/** The values of a field, as the contact entered them. */
export interface FieldEntry {
	field: FormField;
	values: readonly string[];
	issue?: EntryIssue | undefined;
}

/** The result of a request to a link. Only `answered` resumes the workflow. */
export type ResolvedLink =
	| { kind: 'answered'; question: AskedQuestion; answer: Answer }
	| {
			kind: 'asked';
			question: AskedQuestion;
			/** The choices that the page offers. Empty for a form. */
			choices: readonly Choice[];
			/** The fields of a form, with the values to show. */
			entries: readonly FieldEntry[];
			/** Whether the request contained an invalid answer. */
			isInvalid: boolean;
	  }
	/** `alreadyAnswered` means that a concurrent answer was first. */
	| { kind: 'alreadyAnswered' | 'expired'; question: AskedQuestion }
	| { kind: 'closed'; question: AskedQuestion | undefined };

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
	if (question === undefined || !isRecord(query)) return { kind: 'closed', question };
	if (query[linkNames.question] !== question.id) return { kind: 'closed', question };
	// n8n checks only once a minute whether waits are over, so the execution may still be waiting.
	if (question.until !== undefined && now >= question.until) return { kind: 'expired', question };
	const isPost = method === 'POST';
	const { form } = question;
	if (form.kind === 'form') {
		const entries = form.fields.map((field, index) =>
			isPost ? readEntry(field, index, body) : { field, values: field.defaultValues },
		);
		const isInvalid = entries.some(({ issue }) => issue !== undefined);
		return isPost && !isInvalid
			? { kind: 'answered', question, answer: Object.fromEntries(entries.map(answerOf)) }
			: { kind: 'asked', question, choices: [], entries, isInvalid };
	}
	const isSingleLink = form.linkLabel !== undefined;
	const fields = isSingleLink ? body : query;
	const value = isRecord(fields) ? fields[linkNames.choice] : undefined;
	const chosen = form.choices.find((choice) => choiceValue(choice) === value);
	if (isPost && chosen !== undefined) {
		return { kind: 'answered', question, answer: { approved: chosen.approved } };
	}
	if (isSingleLink) {
		const { choices } = form;
		return { kind: 'asked', question, choices, entries: [], isInvalid: isPost };
	}
	if (chosen === undefined) return { kind: 'closed', question };
	return { kind: 'asked', question, choices: [chosen], entries: [], isInvalid: false };
}

/** Reads and validates the values of a field, because requests can come from other than our page. */
function readEntry(field: FormField, index: number, body: unknown): FieldEntry {
	const values = valuesOf(body, inputName(index))
		// Browsers send CRLF.
		.map((value) => value.replace(/\r\n/g, '\n'))
		.map((value) => (field.type === 'textarea' ? value : value.trim()))
		.filter((value) => value.trim() !== '');
	const entry = { field, values: field.type === 'checkbox' ? values : values.slice(0, 1) };
	return { ...entry, issue: issueOf(entry) };
}

function valuesOf(body: unknown, name: string): string[] {
	const value: unknown = isRecord(body) ? body[name] : undefined;
	const values: unknown[] = Array.isArray(value) ? value : [value];
	return values.filter((text) => typeof text === 'string');
}

function issueOf({ field, values }: FieldEntry): EntryIssue | undefined {
	const [value] = values;
	if (value === undefined) return field.isRequired ? 'missingAnswer' : undefined;
	switch (field.type) {
		case 'date':
			return isDate(value) ? undefined : 'rejectedDate';
		case 'email':
			return /^[^\s@]+@[^\s@]+$/.test(value) ? undefined : 'rejectedEmail';
		case 'number':
			return Number.isFinite(Number(value)) ? undefined : 'rejectedNumber';
		case 'checkbox':
		case 'dropdown':
		case 'radio':
			return values.every((option) => field.options.includes(option))
				? undefined
				: 'rejectedOption';
		default:
			return undefined;
	}
}

/** Returns whether a text is a date of the calendar, as YYYY-MM-DD. */
function isDate(text: string): boolean {
	const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Returns the key and the value of an answer. Without an answer, the value is empty or null. */
function answerOf({ field: { key, type }, values }: FieldEntry): [string, unknown] {
	const [value] = values;
	switch (type) {
		case 'checkbox':
			return [key, [...new Set(values)]];
		case 'number':
			return [key, value === undefined ? null : Number(value)];
		case 'radio':
			return [key, value ?? null];
		default:
			return [key, value ?? ''];
	}
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
		result = { kind: 'alreadyAnswered', question: result.question };
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
