import { operations } from '../../../nodes/ChannelMessaging/operations';
import type { Operation } from '../../../nodes/ChannelMessaging/operations/operation';

/** The operation that workflows know by these two values. */
export function operationNamed(resource: string, value: string): Operation {
	const operation = operations.find(
		(known) => known.resource === resource && known.value === value,
	);
	if (operation === undefined) throw new Error(`There is no ${resource}: ${value}`);
	return operation;
}
