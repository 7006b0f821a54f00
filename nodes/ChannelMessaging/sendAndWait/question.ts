import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isRecord } from '../client/model';
import type { FormField } from './formFields';
import type { PageTexts } from './page';

/** A possible answer of an approval. The label is that of its link and its button. */
export interface Choice {
	label: string;
	approved: boolean;
}

/** How the contact answers: by a choice, or by a form on a page. */
export type ResponseForm =
	| {
			kind: 'approval';
			choices: readonly Choice[];
			/** The label of the only link, which leads to all choices. Without it, each has a link. */
			linkLabel?: string | undefined;
	  }
	| {
			kind: 'form';
			linkLabel: string;
			/** The heading of the page. Empty for no heading. */
			title: string;
			/** The text above the fields. */
			description: string;
			buttonLabel: string;
			fields: readonly FormField[];
	  };

/**
 * The limit of the wait in milliseconds, either after sending the question or since 1970.
 * `undefined` for no limit.
 */
export type WaitLimit = { after: number } | { at: number } | undefined;

/** A question to a contact. */
export interface Question {
	message: string;
	form: ResponseForm;
	texts: PageTexts;
	limit: WaitLimit;
}

/** A sent question. n8n stores it with the execution while the execution waits. */
export interface AskedQuestion extends Omit<Question, 'limit'> {
	/**
	 * Part of the question's links. In a loop, every question has a different ID, so that links to
	 * previous questions are rejected.
	 */
	id: string;
	/** When the workflow continues without an answer, in milliseconds since 1970. */
	until?: number | undefined;
	/** The output fields besides the answer. */
	output: Readonly<Record<string, unknown>>;
}

/** Returns a link to the question's page, signed by n8n. The query contains the choice, if any. */
export type LinkTo = (query: Readonly<Record<string, string>>) => string;

/** The query parameters of a link, short because links are part of the message. */
export const linkNames = { question: 'q', choice: 'a' } as const;

/** Matches URLs that lead to the device on which they are opened. */
export const localHost = /^https?:\/\/(localhost|127(\.\d+)+|0\.0\.0\.0|\[::1\])([:/?]|$)/i;

/** Returns the value of a choice in links and forms. */
export function choiceValue({ approved }: Choice): string {
	return approved ? '1' : '0';
}

/** Returns the text of the message: the question and its links. */
export function questionText({ message, form }: Question, linkTo: LinkTo): string {
	const links =
		form.kind === 'approval' && form.linkLabel === undefined
			? form.choices.map((choice) => ({
					label: choice.label,
					url: linkTo({ [linkNames.choice]: choiceValue(choice) }),
				}))
			: [{ label: form.linkLabel, url: linkTo({}) }];
	return [message, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n\n');
}

/** The question's key in the data that n8n stores per node and execution. */
const key = 'question';

/** Stores the question with the execution, so that it persists if n8n restarts during the wait. */
export function storeQuestion(
	context: Pick<IExecuteFunctions, 'getContext'>,
	question: AskedQuestion,
): void {
	context.getContext('node')[key] = JSON.stringify(question);
}

/**
 * Returns the question of the waiting execution, or `undefined` if there is none. The node's
 * parameters aren't read again, because their expressions may return other values now. In a
 * webhook, stored data is only accessible with an expression.
 */
export function loadQuestion(
	context: Pick<IWebhookFunctions, 'evaluateExpression' | 'getNode'>,
): AskedQuestion | undefined {
	const node = asLiteral(context.getNode().name);
	try {
		const kept = context.evaluateExpression(`{{ $node[${node}].context[${asLiteral(key)}] }}`);
		const question: unknown = JSON.parse(String(kept));
		return isQuestion(question) ? question : undefined;
	} catch {
		// If a webhook throws, n8n resumes the workflow, even for an invalid link.
		return undefined;
	}
}

/** Checks only a few fields, because `storeQuestion` always writes complete questions. */
function isQuestion(value: unknown): value is AskedQuestion {
	return isRecord(value) && typeof value.id === 'string' && isRecord(value.form);
}

/** Returns a string literal for an expression. Escapes braces, which would end the expression. */
function asLiteral(text: string): string {
	return JSON.stringify(text).replace(/\{/g, '\\u007b').replace(/\}/g, '\\u007d');
}
