import { ApiError, notStarted } from '../api/apiError';
import type { Request } from '../api/call';
import { type ApiResponse, readResponse } from '../api/response';
import { CancellationToken } from '../scheduling/cancellationToken';
import type { IdempotencyKeys, Recorder } from './idempotencyKeys';
import type { ItemJournal } from './journal';

/** The keys of the node, and how this run records them. */
export interface RunKeys extends Recorder {
	sent: IdempotencyKeys;
}

interface Send {
	key: string;
	keys: RunKeys;
	itemJournal: ItemJournal;
	stop: CancellationToken;
	request: Request;
}

/** Makes a call, as often as it takes, unless `needless` says that it isn't needed any more. */
type Attempt = (request: Request, needless: CancellationToken) => Promise<ApiResponse | ApiError>;

/**
 * Sends a message unless one has been sent for its key. The key is recorded when the message is
 * about to leave, and taken out again where it surely didn't go out, so that it can be sent later.
 * Whoever sends for the same key meanwhile waits for its end.
 */
export async function sendOnce(send: Send, attempt: Attempt): Promise<ApiResponse | ApiError> {
	const { key, keys, itemJournal, stop } = send;
	const endTurn = await keys.sent.turn(key, stop);
	if (endTurn === undefined) return notStarted();
	try {
		if (itemJournal.key === 'notRecorded' && (await keys.sent.remembers(key))) return skipped(key);
		const result = await (itemJournal.key === 'notRecorded'
			? recordAndAttempt(send, attempt)
			: // A former try of this run recorded the key, so it stands for this very message.
				attempt(rememberingRequest(send), stop));
		if (itemJournal.key !== 'recorded' || !(result instanceof ApiError)) return result;
		if (!(await keys.sent.remove(key, keys.store))) return result.with({ isKeyKept: true });
		itemJournal.key = 'notRecorded';
		return result;
	} finally {
		endTurn();
	}
}

/**
 * Records the key before the first call leaves; ends the wait for it once the key turns out known.
 */
async function recordAndAttempt(send: Send, attempt: Attempt): Promise<ApiResponse | ApiError> {
	const { key, keys, itemJournal, stop } = send;
	const announced = keys.sent.announce(key, keys);
	const needless = new CancellationToken();
	const release = stop.onCancel(() => {
		needless.cancel();
	});
	void announced.recorded.then(({ kind }) => {
		if (kind !== 'new') needless.cancel();
	});
	const request = rememberingRequest(send);
	const result = await attempt(async (...call) => {
		const { kind } = await announced.record();
		// The limiter hears that nothing was called; why is said below.
		return kind !== 'new' || stop.isCancelled ? notStarted() : await request(...call);
	}, needless);
	release();
	const recorded = await announced.end();
	if (recorded?.kind === 'knownBefore') return skipped(key);
	if (recorded?.kind === 'unavailable') {
		const { reason: cause } = recorded;
		return new ApiError({ reason: 'keyNotRecorded', outcome: 'notDone', cause });
	}
	if (recorded?.kind === 'new' && itemJournal.key === 'notRecorded') itemJournal.key = 'recorded';
	return result;
}

/** A request that keeps in mind whether the message may be out. */
function rememberingRequest({ key, keys, itemJournal, request }: Send): Request {
	return async (...call) => {
		const result = await request(...call);
		if (!(result instanceof ApiError && result.outcome === 'notDone')) {
			itemJournal.key = 'mayBeSent';
			// From now on it stays recorded.
			keys.sent.memory.add(key);
		}
		return result;
	};
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
