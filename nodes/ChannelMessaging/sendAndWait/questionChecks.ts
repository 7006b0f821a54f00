import { type INode, NodeOperationError } from 'n8n-workflow';

import { ParameterError } from '../parameters/parameterError';
import { pageLimitError } from './pageLimit';
import type { Question } from './question';
import { hasPassed } from './waitLimit';

const label = "'Send and Wait for Response'";

interface Asker {
	node: INode;
	isTool: boolean;
	itemCount: number;
}

export function questionError(
	question: Question,
	{ node, isTool, itemCount }: Asker,
): NodeOperationError | ParameterError | undefined {
	if (isTool) {
		// A tool would return a `ParameterError` to its AI model, which can't correct this problem.
		return new NodeOperationError(
			node,
			`${label} waits for a person, which isn't possible in a tool of an agent`,
			{ description: 'Add the node as a human review step between the agent and its tool.' },
		);
	}
	if (itemCount > 1) {
		return new ParameterError(
			`${label} accepts one item at a time, but received ${String(itemCount)}`,
			"Waiting stops the whole execution. To ask one contact after another, connect the 'loop' output of 'Loop Over Items' to this node, and this node back to 'Loop Over Items'. To ask all at the same time, start an execution for each item with 'Execute Sub-workflow'.",
		);
	}
	if (hasPassed(question.limit)) {
		return new ParameterError(
			"'Max Date and Time' is in the past",
			'Choose a later one, so that the contact has time to answer.',
		);
	}
	return pageLimitError(question);
}
