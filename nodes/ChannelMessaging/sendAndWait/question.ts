import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isRecord } from '../client/model';

/** One of the answers that an approval offers, by the label of its link and its button. */
export interface Choice {
	label: string;
	approved: boolean;
}

/** How the contact answers: by one of several links, or in words on a page. */
export type ResponseForm =
	| { kind: 'approval'; choices: readonly Choice[] }
	| {
			kind: 'freeText';
			linkLabel: string;
			/** The heading of the page; none where it is empty. */
			title: string;
			/** Above the field. */
			description: string;
			buttonLabel: string;
	  };

/** When the wait for an answer ends, if it does, in milliseconds: from the asking, or since 1970. */
export type WaitLimit = { after: number } | { at: number } | undefined;

/** What a contact is asked. */
export interface Question {
	message: string;
	form: ResponseForm;
	limit: WaitLimit;
}

/** What is known of a question while the execution waits: n8n keeps it with the execution. */
export interface AskedQuestion extends Omit<Question, 'limit'> {
	/** Stands in its links and nobody can guess it: the next question of a loop has another one. */
	id: string;
	/** When the workflow goes on without an answer, in milliseconds since 1970. */
	until?: number | undefined;
	/** What comes out beside the answer. */
	output: Readonly<Record<string, unknown>>;
}

/** A link to the page of the question, signed by n8n. Its query says what it answers. */
export type LinkTo = (query: Readonly<Record<string, string>>) => string;

/** The name under which a link holds its question's id, and the one of its choice. */
export const linkNames = { question: 'question', approved: 'approved' } as const;

/** The text of the one message that goes out: the question, and a link for each answer. */
export function questionText({ message, form }: Question, linkTo: LinkTo): string {
	const links =
		form.kind === 'freeText'
			? [{ label: form.linkLabel, url: linkTo({}) }]
			: form.choices.map(({ label, approved }) => ({
					label,
					url: linkTo({ [linkNames.approved]: String(approved) }),
				}));
	return [message, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n\n');
}

/** The key among what n8n keeps of the node for one execution. */
const key = 'question';

/** Has n8n keep the question with the execution, also while it waits and n8n is started anew. */
export function storeQuestion(
	context: Pick<IExecuteFunctions, 'getContext'>,
	question: AskedQuestion,
): void {
	context.getContext('node')[key] = JSON.stringify(question);
}

/**
 * The question that the waiting execution keeps. Its parameters are not read again: their expressions
 * may give something else by now. A webhook has no other way to what is kept than an expression.
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
		// n8n lets the workflow go on when a webhook throws, whoever opened the link.
		return undefined;
	}
}

/** What `keepQuestion` has written has all its parts. */
function isQuestion(value: unknown): value is AskedQuestion {
	return isRecord(value) && typeof value.id === 'string' && isRecord(value.form);
}

/** A text inside of an expression, which braces would end. */
function asLiteral(text: string): string {
	return JSON.stringify(text).replace(/\{/g, '\\u007b').replace(/\}/g, '\\u007d');
}
