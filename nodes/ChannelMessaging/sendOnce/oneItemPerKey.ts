import type { CancellationToken } from '../scheduling/cancellationToken';
import type { NodeKeys } from './keyRegistry';
import type { MessageKey } from './messageKey';

/**
 * One item's messages before another item with the same key. Otherwise, each of them could send
 * some.
 */
export async function oneItemPerKey<Result>(
	{ text }: MessageKey,
	{ sent }: NodeKeys,
	cancellation: CancellationToken,
	perform: () => Promise<Result>,
): Promise<Result> {
	// No key contains a line break, so this isn't the lock of a message.
	const result = await sent.locks.run(`\n${text}`, cancellation, perform);
	// `undefined`: the execution was stopped. `perform` sends nothing then, but its result includes
	// messages of earlier attempts.
	return result ?? (await perform());
}
