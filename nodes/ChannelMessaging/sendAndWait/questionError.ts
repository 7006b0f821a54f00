import { ParameterError } from '../parameters/parameterError';
import { pageSizeError } from './pageSizeError';
import type { Question } from './question';
import { hasPassed } from './waitLimit';

const label = "'Send and Wait for Response'";

export function questionError(question: Question, itemCount: number): ParameterError | undefined {
	if (itemCount > 1) {
		return new ParameterError(
			`${label} accepts one item at a time, but received ${String(itemCount)}`,
			"Waiting stops the whole execution. To ask one contact after another, connect the 'loop' output of 'Loop Over Items' to this node, and this node back to 'Loop Over Items'. To ask all at the same time, start an execution for each item with 'Execute Sub-workflow'.",
		);
	}
	if (hasPassed(question.limit)) {
		return new ParameterError(
			"'Max Date and Time' is in the past",
			'Choose a later time, so that the contact has time to answer.',
		);
	}
	return pageSizeError(question);
}
