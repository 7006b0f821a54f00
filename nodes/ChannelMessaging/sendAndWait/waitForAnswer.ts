import { type IExecuteData, type IExecuteFunctions, WAIT_INDEFINITELY } from 'n8n-workflow';

import { localhostHint } from '../client/localhostHint';
import type { LinkTo, Question } from './question';
import { storeQuestion } from './storedQuestion';
import { withoutEarlierAnswer } from './withoutEarlierAnswer';
import { endOfWait } from './waitLimit';

interface SentQuestion {
	question: Question;
	questionId: string;
	sentAt: number | undefined;
	linkTo: LinkTo;
	output: Readonly<Record<string, unknown>> | undefined;
	/** Whether a person reviews an agent's tool call. */
	isReview: boolean;
}

export async function waitForAnswer(
	context: IExecuteFunctions,
	{ question, questionId, sentAt, linkTo, output = {}, isReview }: SentQuestion,
): Promise<void> {
	const { limit, ...stored } = question;
	const until = endOfWait(limit);
	storeQuestion(context, { ...stored, id: questionId, sentAt, until, output });
	// n8n 2.41 removed this method because it always validates signatures.
	const older: Partial<Pick<IExecuteFunctions, 'setSignatureValidationRequired'>> = context;
	older.setSignatureValidationRequired?.();
	// Only n8n itself opens links to questions in the chat.
	const hint =
		question.form.kind === 'chat'
			? undefined
			: localhostHint(linkTo({}), 'The link in the message', "the contact's device");
	if (hint !== undefined) {
		context.addExecutionHints({ type: 'warning', location: 'outputPane', message: hint });
	}
	removeEarlierAnswers(context.getExecuteData(), isReview);
	await context.putExecutionToWait(until === undefined ? WAIT_INDEFINITELY : new Date(until));
}

/**
 * If there is no answer, n8n outputs the input items, even those that *Execute Once* leaves out.
 * n8n creates these items for this node, so replacing their JSON doesn't change the data of other
 * nodes.
 */
function removeEarlierAnswers({ data }: IExecuteData, isReview: boolean): void {
	for (const item of data.main?.flat() ?? []) {
		if (item !== null) item.json = withoutEarlierAnswer(item.json, isReview);
	}
}
