import { ParameterError } from '../parameters/parameterError';

export function severalQuestionsError(itemCount: number): ParameterError | undefined {
	if (itemCount <= 1) return undefined;
	return new ParameterError(
		`'Send and Wait for Response' accepts one item at a time, but received ${String(itemCount)}`,
		"Waiting stops the whole execution. To ask one contact after another, connect the 'loop' output of 'Loop Over Items' to this node, and this node back to 'Loop Over Items'. To ask all at the same time, start an execution for each item with 'Execute Sub-workflow'.",
	);
}
