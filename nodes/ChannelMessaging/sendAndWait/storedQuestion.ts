import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isRecord } from '../client/model';
import { defaultTexts } from './pageTexts';
import type { AskedQuestion } from './question';

const key = 'question';

/** Stores the question with the execution, so that it survives a restart of n8n. */
export function storeQuestion(
	context: Pick<IExecuteFunctions, 'getContext'>,
	question: AskedQuestion,
): void {
	context.getContext('node')[key] = JSON.stringify(question);
}

/**
 * Loads the stored question through an expression, which is the only way for a webhook to access
 * stored data. The node's parameters can't be read again, because their expressions may now return
 * different values.
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

/** Adds default texts to questions that older versions of the package stored with fewer texts. */
function withAllTexts(question: AskedQuestion): AskedQuestion {
	return { ...question, texts: { ...defaultTexts, ...question.texts } };
}

/**
 * Escapes every character as `\uXXXX`, because n8n rejects some words and interprets braces even
 * inside string literals.
 */
function asLiteral(text: string): string {
	const escaped = text
		.split('')
		.map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
	return `"${escaped.join('')}"`;
}
