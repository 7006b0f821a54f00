import type { CancellationToken } from '../scheduling/cancellationToken';
import type { NodeKeys } from './keyRegistry';
import type { MessageKey } from './messageKey';

/**
 * Sends all messages of an item before the next item with the same key starts. Otherwise, each item
 * could send some of its messages.
 */
export async function oneItemPerKey<Result>(
	{ text }: MessageKey,
	{ sent }: NodeKeys,
	cancellation: CancellationToken,
	perform: () => Promise<Result>,
): Promise<Result> {
	// Keys contain no line breaks, so this can't be the lock of a message.
	const result = await sent.locks.run(`\n${text}`, cancellation, perform);
	// The result is `undefined` if the execution was stopped. In this case, `perform` sends nothing,
	// but returns the messages of earlier attempts.
	return result ?? (await perform());
}
