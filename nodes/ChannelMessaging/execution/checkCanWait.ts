import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { ParameterError } from '../parameters/parameter';
import type { Question } from '../sendAndWait/question';
import { questionError } from '../sendAndWait/questionError';
import type { SentQuestion } from '../sendAndWait/waitForAnswer';
import { isTool, toNodeError } from './errors';
import type { ItemOutcome } from './itemOutcome';
import type { ReadItem } from './items';

const label = "'Send and Wait for Response'";

function questionOf(item: ReadItem): Question | undefined {
	return item.kind === 'contact' ? item.question : undefined;
}

/**
 * Returns all items. Replaces questions that can't wait for an answer with failed items. Throws a
 * `NodeOperationError` if the same error applies to all items.
 */
export function checkCanWait(
	context: Pick<IExecuteFunctions, 'continueOnFail' | 'getNode'>,
	items: readonly ReadItem[],
): readonly ReadItem[] {
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
					"Waiting stops the whole execution. To ask one contact after another, put the node into 'Loop Over Items' with a batch size of 1. To ask all at the same time, start an execution for each item with 'Execute Sub-workflow'.",
				)
			: undefined;
	// Throws an error for the first item only, because an error that lists several items contains no
	// advice.
	if (tooManyItems !== undefined && !context.continueOnFail()) {
		throw toNodeError(tooManyItems, { node, itemIndex: 0 }, 'Nothing was sent.');
	}
	return items.map((item) => {
		const question = questionOf(item);
		const error = question && (tooManyItems ?? questionError(question));
		return error === undefined ? item : { kind: 'failed', error };
	});
}

/** Returns the question that the service has accepted, and its output, or `undefined`. */
export function sentQuestion(
	[item]: readonly ReadItem[],
	[outcome]: readonly ItemOutcome[],
): Pick<SentQuestion, 'output' | 'question'> | undefined {
	const question = item && questionOf(item);
	if (question === undefined || outcome?.kind !== 'done') return undefined;
	const [output = {}] = outcome.result;
	return { question, output };
}
