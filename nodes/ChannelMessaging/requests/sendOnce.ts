import { ApiError, notStarted } from '../api/apiError';
import type { Request } from '../api/call';
import { type ApiResponse, readResponse } from '../api/response';
import type { CancellationToken } from '../scheduling/cancellationToken';
import type { IdempotencyKeys, KeyStore } from './idempotencyKeys';
import type { ItemJournal } from './journal';

/** The keys of the node, and where this run records them. */
export interface RunKeys {
	sent: IdempotencyKeys;
	store: KeyStore;
}

interface Send {
	key: string;
	keys: RunKeys;
	itemJournal: ItemJournal;
	stop: CancellationToken;
	request: Request;
}

/** Makes a call, as often as it takes. */
type Attempt = (request: Request) => Promise<ApiResponse | ApiError>;

/**
 * Sends a message unless one has been sent for its key. The key is recorded when the message is
 * about to leave, and taken out again where it surely didn't go out, so that it can be sent later.
 * Whoever sends for the same key meanwhile waits for its end.
 */
export async function sendOnce(send: Send, attempt: Attempt): Promise<ApiResponse | ApiError> {
	const { key, keys, stop } = send;
	const result = await keys.sent.lock(key, stop, async () => await sendLocked(send, attempt));
	return result ?? notStarted();
}

async function sendLocked(send: Send, attempt: Attempt): Promise<ApiResponse | ApiError> {
	const { key, keys, itemJournal, stop, request } = send;
	if (itemJournal.key === 'notRecorded' && (await keys.sent.remembers(key))) return skipped(key);
	let isKnown = false;
	const result = await attempt(async (...call) => {
		// What an attempt or try before has recorded stands for this very message.
		if (itemJournal.key === 'notRecorded') {
			try {
				isKnown = await keys.sent.record(key, keys.store);
			} catch (error) {
				const cause = error instanceof Error ? error.message : String(error);
				return new ApiError({ reason: 'keyNotRecorded', outcome: 'notDone', cause });
			}
			// The limiter hears that nothing was called; why is said below.
			if (isKnown) return notStarted();
			itemJournal.key = 'recorded';
			if (stop.isCancelled) return notStarted();
		}
		const answer = await request(...call);
		if (!(answer instanceof ApiError && answer.outcome === 'notDone')) {
			itemJournal.key = 'mayBeSent';
			// From now on it stays recorded.
			keys.sent.memory.add(key);
		}
		return answer;
	});
	if (isKnown) return skipped(key);
	if (itemJournal.key !== 'recorded' || !(result instanceof ApiError)) return result;
	try {
		await keys.sent.remove(key, keys.store);
	} catch {
		return result.with({ isKeyKept: true });
	}
	itemJournal.key = 'notRecorded';
	return result;
}

/**
 * Stands for the service's answer, in the same envelope (section 2, Resources and their fields).
 */
function skipped(key: string): ApiResponse {
	return readResponse({
		status: 200,
		headers: {},
		skipped: true,
		text: JSON.stringify({
			status: 'skipped',
			message: `Not sent: a message with the key '${key}' was already sent, or may have been.`,
			data: [],
		}),
	});
}
