import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isRecord } from '../api/record';
import type { AskedQuestion } from './question';

/** The key among what n8n keeps of the node for one execution. */
const key = 'question';

/** Has n8n keep the question with the execution, also while it waits and n8n is started anew. */
export function keepQuestion(
	context: Pick<IExecuteFunctions, 'getContext'>,
	question: AskedQuestion,
): void {
	context.getContext('node')[key] = JSON.stringify(question);
}

/**
 * The question that the waiting execution keeps. Its parameters are not read again: their expressions
 * may give something else by now. A webhook has no other way to what is kept than an expression.
 */
export function keptQuestion(
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
