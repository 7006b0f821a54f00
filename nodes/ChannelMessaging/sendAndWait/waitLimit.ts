/**
 * `after` is in milliseconds since the question was sent, and `at` is in milliseconds since the
 * epoch. `undefined` means no limit.
 */
export type WaitLimit = { after: number } | { at: number } | undefined;

/** Questions in the chat expire after 30 days if they have no wait limit. */
const unlimitedChatMs = 30 * 86_400_000;

/** Returns the end of a wait that starts now, in milliseconds since the epoch. */
export function endOfWait(limit: WaitLimit): number | undefined {
	return limit && ('at' in limit ? limit.at : Date.now() + limit.after);
}

export function endOfWaitInChat(limit: WaitLimit): number {
	return endOfWait(limit) ?? Date.now() + unlimitedChatMs;
}

export function hasPassed(limit: WaitLimit): boolean {
	return limit !== undefined && 'at' in limit && limit.at <= Date.now();
}
