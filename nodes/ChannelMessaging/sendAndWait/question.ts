import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isRecord } from '../client/model';
import type { FormField } from './formFields';
import type { PageTexts } from './page';

/** A choice in an approval. The label of the choice appears on its link and its button. */
export interface Choice {
	label: string;
	approved: boolean;
}

/** How the contact answers: with a choice, or with a form on a page. */
export type ResponseForm =
	| {
			kind: 'approval';
			choices: readonly Choice[];
			/**
			 * The label of a single link to all choices. If it is `undefined`, each choice has its own
			 * link.
			 */
			linkLabel?: string | undefined;
	  }
	| {
			kind: 'form';
			linkLabel: string;
			/** The heading of the page, or an empty string for no heading. */
			title: string;
			/** The text above the fields of the form. */
			description: string;
			buttonLabel: string;
			fields: readonly FormField[];
	  };

/**
 * The maximum wait after sending the question (`after`), or the time when the wait ends (`at`), in
 * milliseconds. `undefined` if the wait has no limit.
 */
export type WaitLimit = { after: number } | { at: number } | undefined;

export interface Question {
	message: string;
	form: ResponseForm;
	texts: PageTexts;
	limit: WaitLimit;
}

/** A sent question. n8n stores it with the waiting execution. */
export interface AskedQuestion extends Omit<Question, 'limit'> {
	/**
	 * The question's ID, which each of its links contains. In a loop, every question has a different
	 * ID, so that links to previous questions are rejected.
	 */
	id: string;
	/** When the workflow continues without an answer, in milliseconds since the epoch. */
	until?: number | undefined;
	/** Output fields to return in addition to the answer. */
	output: Readonly<Record<string, unknown>>;
}

/** Returns a signed link to the question's page. The query contains the choice, if any. */
export type LinkTo = (query: Readonly<Record<string, string>>) => string;

/** The names of query parameters in links. They are short, because messages contain the links. */
export const linkNames = { question: 'q', choice: 'a' } as const;

/** Returns the value that represents a choice in links and forms. */
export function choiceValue({ approved }: Choice): string {
	return approved ? '1' : '0';
}

/** Returns the text of a message, including the question and its links. */
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

/** The key under which n8n stores a question with the execution. */
const key = 'question';

/** Stores a question with the execution, so that the question persists if n8n restarts. */
export function storeQuestion(
	context: Pick<IExecuteFunctions, 'getContext'>,
	question: AskedQuestion,
): void {
	context.getContext('node')[key] = JSON.stringify(question);
}

/**
 * Returns the question of a waiting execution, or `undefined` if there is none. Doesn't read the
 * node's parameters, because their expressions may return different values now. Uses an expression,
 * because webhooks have no other access to stored data.
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
		// If a webhook throws an error, n8n resumes the workflow, even for an invalid link.
		return undefined;
	}
}

/** Checks only a few properties, because `storeQuestion` always writes complete questions. */
function isQuestion(value: unknown): value is AskedQuestion {
	return isRecord(value) && typeof value.id === 'string' && isRecord(value.form);
}

/**
 * Returns a string literal for use in an expression. Escapes braces, which would end the
 * expression.
 */
function asLiteral(text: string): string {
	return JSON.stringify(text).replace(/\{/g, '\\u007b').replace(/\}/g, '\\u007d');
}
