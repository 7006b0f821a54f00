import { type IExecuteFunctions, NodeOperationError, WAIT_INDEFINITELY } from 'n8n-workflow';

import { ApiError } from '../client/apiError';
import type { HttpRequest } from '../client/types';
import { ParameterError } from '../parameters/parameter';
import { storeQuestion, type Question, type WaitLimit } from '../sendAndWait/question';
import { isTool, toNodeError } from './errors';
import type { ItemOutcome, ReadItem } from './items';
import type { NodeExecution } from './nodeExecution';

const label = "'Send and Wait for Response'";

/** Not every release of n8n signs links. */
type SigningContext = Partial<Pick<IExecuteFunctions, 'getSignedResumeUrl'>>;

/** The question of an item that asks one. */
function questionOf(item: ReadItem): Question | undefined {
	return item.kind === 'contact' ? item.question : undefined;
}

/** Refuses the items whose answers can't be waited for; throws where one error is about all items. */
export function checkCanWait(
	context: Pick<IExecuteFunctions, 'continueOnFail' | 'getNode'> & SigningContext,
	items: readonly ReadItem[],
): readonly ReadItem[] {
	if (!items.some((item) => questionOf(item) !== undefined)) return items;
	const node = context.getNode();
	if (isTool(node)) {
		throw new NodeOperationError(
			node,
			`${label} waits for a person, which a tool of an agent can't`,
			{ description: 'Put the node between the agent and its tool, as human review.' },
		);
	}
	const several =
		items.length > 1
			? new ParameterError(
					`${label} takes one item at a time, but got ${String(items.length)}`,
					'Waiting stops the whole execution. Put the node into a loop (Loop Over Items) with a batch size of 1.',
				)
			: undefined;
	// Once for all of them: told of each item, it would say less of what to do.
	if (several !== undefined && !context.continueOnFail()) {
		throw toNodeError(several, { node, itemIndex: 0 }, 'Nothing was sent.');
	}
	return items.map((item) => {
		const question = questionOf(item);
		const error = question && (several ?? whyNot(context, question));
		return error === undefined ? item : { kind: 'failed', error };
	});
}

function whyNot(context: SigningContext, { limit }: Question): ParameterError | undefined {
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
 * Returns a function that makes requests as the given one does, but rejects them once the wait for an
 * answer would be over: a question may be queued for the rate limit until then.
 */
export function withinWaitLimit(request: HttpRequest, limit: WaitLimit): HttpRequest {
	return async (...call) =>
		hasPassed(limit)
			? new ApiError({ reason: 'waitLimitPassed', outcome: 'notDone' })
			: await request(...call);
}

/** Has n8n wait until a question that was sent is answered or its time is over; gives whether. */
export async function waitForAnswer(
	context: IExecuteFunctions,
	{ questionId }: NodeExecution,
	[item]: readonly ReadItem[],
	[outcome]: readonly ItemOutcome[],
): Promise<boolean> {
	const question = item && questionOf(item);
	if (question === undefined || outcome?.kind !== 'done') return false;
	const { message, form, limit } = question;
	const until = limit && ('at' in limit ? limit.at : Date.now() + limit.after);
	const [output = {}] = outcome.result;
	storeQuestion(context, { id: questionId, message, form, until, output });
	// n8n checks the signatures of its links at any rate since 2.41, and has no such method any more.
	const older: Partial<Pick<IExecuteFunctions, 'setSignatureValidationRequired'>> = context;
	older.setSignatureValidationRequired?.();
	await context.putExecutionToWait(until === undefined ? WAIT_INDEFINITELY : new Date(until));
	return true;
}
