import { ParameterError } from '../parameters/parameter';
import { pageLimitError } from './pageLimit';
import type { Question } from './question';
import { hasPassed } from './waitLimit';

/** Returns why a question can't be asked, or `undefined`. */
export function questionError(question: Question): ParameterError | undefined {
	if (hasPassed(question.limit)) {
		return new ParameterError(
			"'Max Date and Time' is in the past",
			'Choose a later one, so that the contact has time to answer.',
		);
	}
	return pageLimitError(question);
}
