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
	for (const [done, chunk] of chunks.entries()) {
		answer = await makeCall(chunk).catch((error: unknown) => {
			if (!(error instanceof ApiError) || chunks.length === 1) throw error;
			const entriesDone = chunks.slice(0, done).flat().length;
			throw error.partWay(
				`Of ${String(chunks.length)} calls for this item, ${String(done)} had been done before, with ${String(entriesDone)} of its ${String(chunks.flat().length)} ${things}.`,
				done > 0,
			);
		});
	}
	return answer;
}
