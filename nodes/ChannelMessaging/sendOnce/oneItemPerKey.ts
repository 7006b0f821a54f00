import type { CancellationToken } from '../scheduling/cancellationToken';
import type { NodeKeys } from './keyRegistry';
import type { MessageKey } from './messageKey';

/**
 * Sends all messages of an item before another item with the same idempotency key can start.
 * Otherwise, each of the two items could send some of the messages.
 */
export async function oneItemPerKey<Result>(
	{ text }: MessageKey,
	{ sent }: NodeKeys,
	cancellation: CancellationToken,
	perform: () => Promise<Result>,
): Promise<Result> {
	// The line break distinguishes this lock from the locks of individual messages.
	const result = await sent.locks.run(`\n${text}`, cancellation, perform);
	// `run` returns `undefined` if the execution was stopped. `perform` then sends no message, but
	// its result includes messages that an earlier attempt sent.
	return result ?? (await perform());
}
