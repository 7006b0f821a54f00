import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../api/apiError';

/**
 * Makes the calls that an item needs one after the other, and gives the answer of the last. Where one
 * doesn't succeed the rest isn't made, and the failure says how many had been done. The order is that
 * of the chunks, so that a further try of the run knows which of them have their answer already.
 */
export async function inChunks<Entry>(
	chunks: readonly Entry[][],
	things: string,
	makeCall: (chunk: Entry[]) => Promise<IDataObject>,
): Promise<IDataObject> {
	let answer: IDataObject = {};
	for (const [callsDone, chunk] of chunks.entries()) {
		answer = await makeCall(chunk).catch((error: unknown) => {
			if (!(error instanceof ApiError) || chunks.length === 1) throw error;
			throw error.with({
				outcome: callsDone > 0 ? 'unknown' : error.outcome,
				partWay: {
					calls: chunks.length,
					callsDone,
					entries: chunks.flat().length,
					entriesDone: chunks.slice(0, callsDone).flat().length,
					things,
				},
			});
		});
	}
	return answer;
}
