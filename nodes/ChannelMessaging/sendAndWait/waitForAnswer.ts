import { type IExecuteFunctions, type NodeExecutionHint, WAIT_INDEFINITELY } from 'n8n-workflow';

import { isThisMachine } from '../client/baseUrl';
import type { LinkTo, Question } from './question';
import { storeQuestion } from './storedQuestion';

const localLinkHint: NodeExecutionHint = {
	type: 'warning',
	location: 'outputPane',
	message:
		"The link in the message leads to localhost, which the contact's device can't open. Set WEBHOOK_URL to the public address of n8n.",
};

/** A question that the service has accepted. */
export interface SentQuestion {
	question: Question;
	questionId: string;
	linkTo: LinkTo;
	/** Output fields to return in addition to the answer. */
	output: Readonly<Record<string, unknown>>;
}

/** Makes n8n wait until the contact answers the question or the wait limit passes. */
export async function waitForAnswer(
	context: IExecuteFunctions,
	{ question, questionId, linkTo, output }: SentQuestion,
): Promise<void> {
	const { message, form, texts, limit } = question;
	const until = limit && ('at' in limit ? limit.at : Date.now() + limit.after);
	storeQuestion(context, { id: questionId, message, form, texts, until, output });
	// n8n 2.41 removed `setSignatureValidationRequired`, because it always validates the signatures
	// of links.
	const older: Partial<Pick<IExecuteFunctions, 'setSignatureValidationRequired'>> = context;
	older.setSignatureValidationRequired?.();
	if (isThisMachine(new URL(linkTo({})))) context.addExecutionHints(localLinkHint);
	await context.putExecutionToWait(until === undefined ? WAIT_INDEFINITELY : new Date(until));
}
