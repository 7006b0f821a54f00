import { setTimeout as sleep } from 'node:timers/promises';

const minPauseMs = 10;
const maxPauseMs = 250;

/** The default timeout: on a busy machine, n8n can take a minute for anything. */
const defaultTimeoutMs = 4 * 60_000;

/**
 * Calls a probe, with growing pauses, until it returns a value other than `undefined` or `false`.
 * Returns that value. Throws when the time is up.
 *
 * @param subject completes "Timed out while waiting for …"
 */
export async function waitFor<Value>(
	subject: string,
	probe: () => Promise<Value | false | undefined> | Value | false | undefined,
	timeoutMs: number = defaultTimeoutMs,
): Promise<Value> {
	const deadline = Date.now() + timeoutMs;
	for (let pauseMs = minPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)) {
		const value = await probe();
		if (value !== undefined && value !== false) return value;
		if (Date.now() >= deadline) {
			throw new Error(`Timed out after ${String(timeoutMs / 1000)} s while waiting for ${subject}`);
		}
		await sleep(pauseMs);
	}
}
