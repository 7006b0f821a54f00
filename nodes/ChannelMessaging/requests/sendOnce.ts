import { ApiError, notStarted } from '../api/apiError';
import type { Request } from '../api/call';
import { type ApiResponse, readResponse } from '../api/response';
import type { Run } from './callWithRetry';
import type { ItemJournal } from './journal';

/**
 * Sends a message unless one has been sent for its key. The key is recorded when the message is
 * about to leave, and taken out again where it surely didn't go out, so that it can be sent later.
 * Whoever sends for the same key meanwhile waits for its end.
 */
export async function sendOnce(
	run: Run,
	itemJournal: ItemJournal,
	key: string,
	attempt: (request: Request) => Promise<ApiResponse | ApiError>,
): Promise<ApiResponse | ApiError> {
	const { sent, store } = run.keys();
	const result = await sent.locks.run(key, run.stop, async () => {
		if (itemJournal.key === 'notRecorded' && (await sent.remembers(key))) return skipped(key);
		let isKnown = false;
		const answer = await attempt(async (...call) => {
			// What an attempt or try before has recorded stands for this very message.
			if (itemJournal.key === 'notRecorded') {
				try {
					isKnown = await sent.change('record', key, store);
				} catch (error) {
					const cause = error instanceof Error ? error.message : String(error);
					return new ApiError({ reason: 'keyNotRecorded', outcome: 'notDone', cause });
				}
				// The limiter hears that nothing was called; why is said below.
				if (isKnown) return notStarted();
				itemJournal.key = 'recorded';
				if (run.stop.isCancelled) return notStarted();
			}
			const { key: before } = itemJournal;
			// From now on the key stays recorded, even after an exception, unless nothing was sent.
			itemJournal.key = 'mayBeSent';
			const response = await run.request(...call);
			if (response instanceof ApiError && response.outcome === 'notDone') itemJournal.key = before;
			else sent.remember(key);
			return response;
		});
		if (isKnown) return skipped(key);
		if (itemJournal.key !== 'recorded' || !(answer instanceof ApiError)) return answer;
		try {
			await sent.change('remove', key, store);
		} catch {
			return answer.with({ isKeyKept: true });
		}
		itemJournal.key = 'notRecorded';
		return answer;
	});
	return result ?? notStarted();
}

/** Stands for the service's answer, in its envelope (section 2, Resources and their fields). */
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
