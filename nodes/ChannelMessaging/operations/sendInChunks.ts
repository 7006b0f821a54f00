import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../client/apiError';
import type { LimitedList } from '../parameters/maxEntriesPerRequest';

/**
 * Sends up to `maxCount` entries per request, one request at a time, and returns the last response.
 * Errors include the number of completed requests. The chunks never change, so a retry can reuse
 * the responses of completed requests.
 */
export async function sendInChunks<Entry>(
	{ entries, noun, maxCount }: LimitedList<Entry>,
	send: (chunk: Entry[]) => Promise<IDataObject>,
): Promise<IDataObject> {
	const requests = Math.ceil(entries.length / maxCount);
	let response: IDataObject = {};
	for (let requestsDone = 0; requestsDone < requests; requestsDone += 1) {
		const entriesDone = requestsDone * maxCount;
		const chunk = entries.slice(entriesDone, entriesDone + maxCount);
		response = await send(chunk).catch((error: unknown) => {
			if (!(error instanceof ApiError) || requests === 1) throw error;
			throw error.with({
				outcome: requestsDone > 0 ? 'unknown' : error.outcome,
				progress: { requests, requestsDone, entries: entries.length, entriesDone, noun },
			});
		});
	}
	return response;
}
