import { type INode, type NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Operation } from '../../operations/operation';
import { toNodeError, wordsOf } from './nodeErrors';
import type { Failure } from './toolAnswer';

/** How many bad items are named one by one; a campaign may have thousands. */
const mostNamed = 5;

/**
 * The error of a run that doesn't start because of items that can't go out. Names all of them, so that
 * they are put right in one go; undefined where none is bad.
 */
export function invalidItemsError(
	node: INode,
	invalid: readonly Failure[],
	itemCount: number,
	{ things, participle }: Operation['wording'],
): NodeApiError | NodeOperationError | undefined {
	const [first] = invalid;
	if (first === undefined) return undefined;
	const { itemIndex, error } = first;
	const nothingDone = `Nothing was ${participle}.`;
	if (invalid.length === 1) return toNodeError(error, { node, itemIndex }, nothingDone);
	const { title } = wordsOf(error);
	const isSame = invalid.every((failure) => wordsOf(failure.error).title === title);
	if (isSame && invalid.length === itemCount) return toNodeError(error, { node }, nothingDone);
	const unnamed = invalid.length - mostNamed;
	const sentences = [
		...invalid
			.slice(0, mostNamed)
			.map(({ itemIndex, error }) => `Item ${String(itemIndex)}: ${wordsOf(error).title}.`),
		...(unnamed > 0 ? [`And ${String(unnamed)} more.`] : []),
		`Correct them, or set 'On Error' to 'Continue' to leave them out. ${nothingDone}`,
	];
	const message = `${String(invalid.length)} of ${String(itemCount)} ${things} can't be ${participle}`;
	return new NodeOperationError(node, message, { description: sentences.join(' '), itemIndex });
}
