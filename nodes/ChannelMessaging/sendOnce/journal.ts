import type { ApiError } from '../client/apiError';
import type { ApiResponse } from '../client/response';

interface KeyRecord {
	/** `mayBeSent`: the key must stay recorded. */
	state: 'notRecorded' | 'recorded' | 'mayBeSent';

	/** The key may be recorded nevertheless. */
	error?: ApiError;
}

/** The results of an item's requests, in all attempts of the execution (Retry On Fail). */
export class ItemJournal {
	/** Responses, and errors with an unknown outcome, by request key. */
	readonly results = new Map<string, ApiResponse | ApiError>();

	private readonly keyRecords: KeyRecord[] = [];

	/** @param position among the item's messages */
	keyRecord(position: number): KeyRecord {
		return (this.keyRecords[position] ??= { state: 'notRecorded' });
	}
}
