import type { ApiError } from '../client/apiError';
import type { ApiResponse } from '../client/response';

interface KeyRecord {
	/** In the state `mayBeSent`, the key must not be removed from the store. */
	state: 'notRecorded' | 'recorded' | 'mayBeSent';

	/** The error from recording the key. The key may have been recorded despite the error. */
	error?: ApiError;
}

/** Results of an item's requests from all attempts (Retry On Fail) of a node execution. */
export class ItemJournal {
	/** Maps request keys to responses, and to errors with an unknown outcome. */
	readonly results = new Map<string, ApiResponse | ApiError>();

	private readonly keyRecords: KeyRecord[] = [];

	/** @param position the index of the message among the item's messages */
	keyRecord(position: number): KeyRecord {
		return (this.keyRecords[position] ??= { state: 'notRecorded' });
	}
}
