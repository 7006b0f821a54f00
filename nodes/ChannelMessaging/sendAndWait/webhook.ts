import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isRecord } from '../client/model';
import { type Clock, systemClock } from '../scheduling/clock';
import { type FormField, inputName } from './formFields';
import { pageFor } from './page';
import { type AskedQuestion, type Choice, choiceValue, linkNames, loadQuestion } from './question';

/**
 * How long an answer blocks other answers to the same question, in milliseconds. By then, n8n has
 * recorded that the workflow resumed.
 */
const claimTime = 60_000;

/**
 * Accepts only the first of several concurrent answers to a question, because n8n before 2.0
 * resumes the workflow for each answer. Locks expire, so that the contact can answer again if n8n
 * failed to process the first answer.
 */
export class FirstAnswerGuard {
	private readonly claimedUntil = new Map<string, number>();

	constructor(private readonly clock: Pick<Clock, 'now'>) {}

	/** Locks a question. Returns whether this is the first answer to the question. */
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

/** An HTTP request to a question's link. */
export interface LinkRequest {
	method: string;
	query: unknown;
	body: unknown;
}

/** The answer that the workflow receives: the choice, or the values of the form fields. */
export type Answer = Readonly<Record<string, unknown>>;

/** Why the value of a form field is invalid. The page shows the text with the same name. */
export type EntryIssue =
	| 'missingAnswer'
	| 'rejectedDate'
	| 'rejectedEmail'
	| 'rejectedNumber'
	| 'rejectedOption';

/** The values of a form field, as the contact entered them. */
export interface FieldEntry {
	field: FormField;
	values: readonly string[];
	issue?: EntryIssue | undefined;
}

/** The result of a request to a question's link. Only `answered` resumes the workflow. */
export type ResolvedLink =
	| { kind: 'answered'; question: AskedQuestion; answer: Answer }
	| {
			kind: 'asked';
			question: AskedQuestion;
			/** The choices to show on the page. Empty for a form. */
			choices: readonly Choice[];
			/** The form fields to show on the page, with their values. */
			entries: readonly FieldEntry[];
			/** Whether the request contained an invalid answer. */
			isInvalid: boolean;
	  }
	/** `alreadyAnswered` means that another answer arrived first. */
	| { kind: 'alreadyAnswered' | 'expired'; question: AskedQuestion }
	| { kind: 'closed'; question: AskedQuestion | undefined };

/**
 * Returns the result of a request to a question's link. Only POST requests submit an answer,
 * because link previews, bots, and mail scanners send GET requests.
 *
 * @param question the question of the waiting execution, if it is known
 * @param now milliseconds since the epoch
 */
export function resolveLink(
	question: AskedQuestion | undefined,
	{ method, query, body }: LinkRequest,
	now: number,
): ResolvedLink {
	if (question === undefined || !isRecord(query)) return { kind: 'closed', question };
	if (query[linkNames.question] !== question.id) return { kind: 'closed', question };
	// n8n checks only once a minute whether a wait has ended, so the execution may still be waiting.
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

/**
 * Validates and returns the values of a form field. Browsers validate forms, but requests can come
 * from other clients.
 */
function readEntry(field: FormField, index: number, body: unknown): FieldEntry {
	const values = valuesOf(body, inputName(index))
		// Browsers send line breaks as CRLF.
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

/** Returns whether text is a valid calendar date in the format YYYY-MM-DD. */
function isDate(text: string): boolean {
	const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * Returns the output key and the output value of a form field. The value is an empty string or
 * `null` if the contact entered nothing.
 */
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

/** The first-answer guard for all executions in this process. */
const claims = new FirstAnswerGuard(systemClock);

/** The properties of n8n's HTTP response object that are needed to send a page. */
interface PageResponse {
	statusCode: number;
	setHeader(name: string, value: string): unknown;
	end(text: string): unknown;
}

/**
 * Returns the fields of a form. n8n separates the fields of a multipart form from uploaded files.
 * Without a form, the body is undefined or empty, depending on the release.
 */
function formValuesOf(body: unknown): unknown {
	return isRecord(body) && isRecord(body.data) && isRecord(body.files) ? body.data : body;
}

/**
 * Handles a request to a question's link. A valid answer resumes the workflow, and n8n sends the
 * page after recording the answer. After other requests, the execution keeps waiting.
 */
export function handleWebhook(context: IWebhookFunctions): IWebhookResponseData {
	const { method }: { method: string } = context.getRequestObject();
	const response: PageResponse = context.getResponseObject();
	const request = {
		method,
		query: context.getQueryData(),
		body: formValuesOf(context.getBodyData()),
	};
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
