import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isRecord } from '../client/model';
import { defaultTexts } from './pageTexts';
import type { AskedQuestion } from './question';

const key = 'question';

/** Stores the question with the execution, so that a restart of n8n doesn't lose it. */
export function storeQuestion(
	context: Pick<IExecuteFunctions, 'getContext'>,
	question: AskedQuestion,
): void {
	context.getContext('node')[key] = JSON.stringify(question);
}

/**
 * Loads the stored question. The node's parameters can't be read again, because their expressions
 * may return different values now. Only an expression gives a webhook access to stored data.
 */
export function loadQuestion(
	context: Pick<IWebhookFunctions, 'evaluateExpression' | 'getNode'>,
): AskedQuestion | undefined {
	// The syntax `$node[…]` doesn't work for node names such as `constructor`.
	const expression = `{{ $(${asLiteral(context.getNode().name)}).context.${key} }}`;
	try {
		const stored: unknown = JSON.parse(String(context.evaluateExpression(expression)));
		return isQuestion(stored) ? withAllTexts(stored) : undefined;
	} catch {
		return undefined;
	}
}

/** Checks only a few properties, because `storeQuestion` always stores complete questions. */
function isQuestion(value: unknown): value is AskedQuestion {
	return isRecord(value) && typeof value.id === 'string' && isRecord(value.form);
}

/** Adds missing texts, because older versions of the package stored fewer texts. */
function withAllTexts(question: AskedQuestion): AskedQuestion {
	return { ...question, texts: { ...defaultTexts, ...question.texts } };
}

/**
 * Escapes every character, because n8n rejects some words and interprets braces even within a
 * string literal.
 */
function asLiteral(text: string): string {
	const escaped = text
		.split('')
		.map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
	return `"${escaped.join('')}"`;
}
