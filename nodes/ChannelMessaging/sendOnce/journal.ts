import type { ApiError } from '../client/apiError';
import type { ApiResponse } from '../client/response';

/** The idempotency key of one message. */
interface KeyRecord {
	/** Whether this execution recorded the key, and whether it may have sent the message. */
	state: 'notRecorded' | 'recorded' | 'mayBeSent';

	/** The error from recording the key. The key may be recorded nevertheless. */
	error?: ApiError;
}

/** The results of the requests of one item, in all attempts of the execution (Retry On Fail). */
export class ItemJournal {
	/** Maps request keys to responses and to errors with an unknown outcome. */
	readonly results = new Map<string, ApiResponse | ApiError>();

	private readonly keyRecords: KeyRecord[] = [];

	/** @param position the position among the item's messages */
	keyRecord(position: number): KeyRecord {
		return (this.keyRecords[position] ??= { state: 'notRecorded' });
	}
}
