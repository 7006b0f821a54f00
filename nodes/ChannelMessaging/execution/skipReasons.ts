import { ParameterError } from '../parameters/parameterError';
import type { ItemOutcome } from './itemOutcome';

/**
 * Returns why the user's settings skipped an item, or `undefined` if they didn't. A message whose
 * key is known was or may have been sent earlier.
 */
export function skipReasonOf(outcome: ItemOutcome): string | undefined {
	if (outcome.kind === 'failed') return undefined;
	if (outcome.kind === 'done') {
		return outcome.result[0]?.status === 'skipped' ? 'sent or possibly sent earlier' : undefined;
	}
	const { error } = outcome;
	if (error instanceof ParameterError) return 'no contact in the item';
	return error.details.reason === 'contactTagged'
		? `tagged '${error.details.tag}'`
		: 'contact not found';
}
