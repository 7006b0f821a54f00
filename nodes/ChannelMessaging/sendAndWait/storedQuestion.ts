import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';
import { defaultTexts } from './pageTexts';
import type { AskedQuestion } from './question';

const key = 'question';

/** Stores the question in n8n's execution data, which survives a restart. */
export function storeQuestion(
	context: Pick<IExecuteFunctions, 'getContext'>,
	question: AskedQuestion,
): void {
	context.getContext('node')[key] = JSON.stringify(question);
}

/**
 * Loads the stored question. Webhooks can access stored data only through an expression. The
 * parameters can't be read again, because their expressions may now return different values.
 */
export function loadQuestion(
	context: Pick<IWebhookFunctions, 'evaluateExpression' | 'getNode'>,
): AskedQuestion | undefined {
	// `$node[…]` doesn't work for names such as `constructor`.
	const expression = `{{ $(${asLiteral(context.getNode().name)}).context.${key} }}`;
	try {
		const stored: unknown = JSON.parse(String(context.evaluateExpression(expression)));
		return isQuestion(stored) ? withAllTexts(stored) : undefined;
	} catch {
		return undefined;
	}
}

/** Checking a few properties is enough because only complete questions are stored. */
function isQuestion(value: unknown): value is AskedQuestion {
	return isRecord(value) && typeof value.id === 'string' && isRecord(value.form);
}

/** Adds default texts if they are missing because an older version stored the question. */
function withAllTexts(question: AskedQuestion): AskedQuestion {
	return { ...question, texts: { ...defaultTexts, ...question.texts } };
}

/**
 * Returns a string literal with all characters escaped. n8n rejects some words and interprets
 * braces, even within literals.
 */
function asLiteral(text: string): string {
	const escaped = text
		.split('')
		.map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
	return `"${escaped.join('')}"`;
}
