import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../api/apiError';

/**
 * Makes the calls that an item needs one after the other, and gives the answer of the last. Where one
 * doesn't succeed the rest isn't made, and the failure says how many had been done. The order is that
 * of the chunks, so that a further try of the run knows which of them have their answer already.
 */
export async function inChunks<Entry>(
	chunks: ReadonlyArray<readonly Entry[]>,
	things: string,
	makeCall: (chunk: Entry[]) => Promise<IDataObject>,
): Promise<IDataObject> {
	let answer: IDataObject = {};
	for (const [done, chunk] of chunks.entries()) {
		const result = await makeCall([...chunk]).catch((error: unknown) =>
			failureOf(error, chunks, done, things),
		);
		if (result instanceof Error) throw result;
		answer = result;
	}
	return answer;
}

function failureOf<Entry>(
	error: unknown,
	chunks: ReadonlyArray<readonly Entry[]>,
	callsDone: number,
	things: string,
): Error {
	if (!(error instanceof ApiError)) {
		return error instanceof Error ? error : new Error(String(error));
	}
	if (chunks.length === 1) return error;
	const entries = chunks.flat().length;
	const entriesDone = chunks.slice(0, callsDone).flat().length;
	return error.with({
		outcome: callsDone > 0 ? 'unknown' : error.outcome,
		partWay: { calls: chunks.length, callsDone, entries, entriesDone, things },
	});
}
