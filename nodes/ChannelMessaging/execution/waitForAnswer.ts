import {
	type IExecuteFunctions,
	type NodeExecutionHint,
	NodeOperationError,
	WAIT_INDEFINITELY,
} from 'n8n-workflow';

import { ApiError } from '../client/apiError';
import { isThisMachine } from '../client/baseUrl';
import type { SendRequest } from '../client/types';
import { ParameterError } from '../parameters/parameter';
import { type Question, storeQuestion, type WaitLimit } from '../sendAndWait/question';
import { isTool, toNodeError } from './errors';
import type { ItemOutcome, ReadItem } from './items';
import type { NodeExecution } from './nodeExecution';

const label = "'Send and Wait for Response'";

/** Releases of n8n before 1.123 have no signed links. */
type SigningContext = Partial<Pick<IExecuteFunctions, 'getSignedResumeUrl'>>;

function questionOf(item: ReadItem): Question | undefined {
	return item.kind === 'question' ? item.question : undefined;
}

/**
 * Returns all items. Replaces questions that can't wait for an answer with failed items. Throws a
 * `NodeOperationError` if the same error applies to all items.
 */
export function checkCanWait(
	context: Pick<IExecuteFunctions, 'continueOnFail' | 'getNode'> & SigningContext,
	items: readonly ReadItem[],
): readonly ReadItem[] {
	if (!items.some((item) => questionOf(item) !== undefined)) return items;
	const node = context.getNode();
	if (isTool(node)) {
		throw new NodeOperationError(
			node,
			`${label} waits for a person, which isn't possible in a tool of an agent`,
			{ description: 'Add the node as a human review step between the agent and its tool.' },
		);
	}
	const tooManyItems =
		items.length > 1
			? new ParameterError(
					`${label} accepts one item at a time, but received ${String(items.length)}`,
					'Waiting stops the whole execution. Put the node into a loop (Loop Over Items) with a batch size of 1.',
				)
			: undefined;
	// Throws an error for the first item only, because an error that lists several items contains no
	// advice.
	if (tooManyItems !== undefined && !context.continueOnFail()) {
		throw toNodeError(tooManyItems, { node, itemIndex: 0 }, 'Nothing was sent.');
	}
	return items.map((item) => {
		const question = questionOf(item);
		const error = question && (tooManyItems ?? obstacleTo(context, question));
		return error === undefined ? item : { kind: 'failed', error };
	});
}

function obstacleTo(context: SigningContext, { limit }: Question): ParameterError | undefined {
	if (context.getSignedResumeUrl === undefined) {
		return new ParameterError(
			`${label} needs links that n8n signs, which this release of n8n doesn't have`,
			'Update n8n: 1.123 has them.',
		);
	}
	if (hasPassed(limit)) {
		return new ParameterError(
			"'Max Date and Time' is in the past",
			'Choose a later one, so that the contact has time to answer.',
		);
	}
	return undefined;
}

function hasPassed(limit: WaitLimit): boolean {
	return limit !== undefined && 'at' in limit && limit.at <= Date.now();
}

/**
 * Decorates `send` for a question. If the wait limit passes before the rate limit allows the
 * request, returns an `ApiError` instead of sending the question.
 */
export function withinWaitLimit(send: SendRequest, limit: WaitLimit): SendRequest {
	const waitLimitPassed = new ApiError({ reason: 'waitLimitPassed', outcome: 'notDone' });
	return async (request, options) =>
		await send(request, {
			...options,
			beforeAttempt: async () =>
				await Promise.resolve(hasPassed(limit) ? waitLimitPassed : undefined),
		});
}

const localLinkHint: NodeExecutionHint = {
	type: 'warning',
	location: 'outputPane',
	message:
		"The link in the message leads to localhost, which the contact's device can't open. Set WEBHOOK_URL to the public address of n8n.",
};

/**
 * Makes n8n wait until the contact answers the question or the wait limit passes. Returns whether
 * n8n waits.
 */
export async function waitForAnswer(
	context: IExecuteFunctions,
	{ linkTo, questionId }: NodeExecution,
	[item]: readonly ReadItem[],
	[outcome]: readonly ItemOutcome[],
): Promise<boolean> {
	const question = item && questionOf(item);
	if (question === undefined || outcome?.kind !== 'done') return false;
	const { message, form, texts, limit } = question;
	const until = limit && ('at' in limit ? limit.at : Date.now() + limit.after);
	const [output = {}] = outcome.result;
	storeQuestion(context, { id: questionId, message, form, texts, until, output });
	// n8n 2.41 removed `setSignatureValidationRequired`, because it always validates the signatures
	// of links.
	const older: Partial<Pick<IExecuteFunctions, 'setSignatureValidationRequired'>> = context;
	older.setSignatureValidationRequired?.();
	if (isThisMachine(new URL(linkTo({})))) context.addExecutionHints(localLinkHint);
	await context.putExecutionToWait(until === undefined ? WAIT_INDEFINITELY : new Date(until));
	return true;
}
