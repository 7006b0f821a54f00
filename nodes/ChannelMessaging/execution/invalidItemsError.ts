import { type INode, type NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Operation } from '../operations/operation';
import { mapInSlices, sharedTimeSlicer } from '../scheduling/timeSlicer';
import { escapedError } from '../texts/escapedText';
import { mentionsPerson } from './mentionsPerson';
import { shortenedDescription } from './shortenedDescription';
import { errorTextOf, toNodeError } from './nodeError';
import type { Failures } from './itemOutcome';

interface InvalidItemsContext {
	/** A sentence about the results of earlier attempts. */
	soFar?: string | undefined;
	personIn?: (itemIndex: number) => string | undefined;
}

/** How many problems a message lists. Thousands of items can each have a different problem. */
const maxListedProblems = 5;

/**
 * Creates one error for all invalid items, grouped by problem, so that the user can correct them
 * together.
 */
export async function invalidItemsError(
	node: INode,
	invalid: Failures,
	itemCount: number,
	{ noun, pastParticiple }: Operation['wording'],
	{ soFar = `Nothing was ${pastParticiple}.`, personIn }: InvalidItemsContext = {},
	slice = sharedTimeSlicer.slice(),
): Promise<NodeApiError | NodeOperationError> {
	const [{ itemIndex, error }] = invalid;
	if (invalid.length === 1) {
		return toNodeError(error, { node, itemIndex, person: personIn?.(itemIndex) }, soFar);
	}
	const problems = new Map<string, { first: number; count: number }>();
	let unlisted = 0;
	await mapInSlices(invalid, slice, (failure) => {
		const { title } = errorTextOf(failure.error);
		const problem = problems.get(title);
		if (problem !== undefined) problem.count += 1;
		else if (problems.size === maxListedProblems) unlisted += 1;
		else problems.set(title, { first: failure.itemIndex, count: 1 });
	});
	if (problems.size === 1 && invalid.length === itemCount) {
		return toNodeError(error, { node }, soFar);
	}
	const sentences = [
		...[...problems].map(([title, { first, count }]) => {
			const person = personIn?.(first);
			const who = person === undefined || mentionsPerson(person, title) ? '' : ` (${person})`;
			const others = count === 1 ? '' : ` and ${String(count - 1)} more`;
			return `Item ${String(first)}${who}${others}: ${title}.`;
		}),
		...(unlisted > 0 ? [`And ${String(unlisted)} more.`] : []),
		`The first item is 0. Correct these items, or set 'On Error' to 'Continue' to leave them out. ${soFar}`,
	];
	const message = `${String(invalid.length)} of ${String(itemCount)} ${noun} can't be ${pastParticiple}`;
	return new NodeOperationError(node, message, {
		description: escapedError(shortenedDescription(sentences.join(' '))),
		itemIndex,
	});
}
