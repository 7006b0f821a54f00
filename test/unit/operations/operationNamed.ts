import { operations } from '../../../nodes/ChannelMessaging/operations';
import type { Operation } from '../../../nodes/ChannelMessaging/operations/operation';

/** Returns an operation by its values in the JSON of workflows. */
export function operationNamed(resource: string, value: string): Operation {
	const operation = operations.find(
		(candidate) => candidate.resource === resource && candidate.value === value,
	);
	if (operation === undefined) throw new Error(`Unknown operation ${resource}: ${value}`);
	return operation;
}
