import type { CancellationToken } from '../scheduling/cancellation';
import type { NodeKeys } from './keyRegistry';

/**
 * Sends all messages of an item before those of another item with the same idempotency key.
 * Otherwise, each item could send some of them.
 */
export async function oneItemPerKey<Result>(
	key: string,
	{ sent }: NodeKeys,
	cancellation: CancellationToken,
	perform: () => Promise<Result>,
): Promise<Result> {
	// Differs from the locks of single messages.
	const result = await sent.locks.run(`\n${key}`, cancellation, perform);
	// A stopped execution sends nothing, but reports the messages that an earlier attempt sent.
	return result ?? (await perform());
}
