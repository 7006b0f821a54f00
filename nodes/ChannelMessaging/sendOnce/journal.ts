import type { ApiError } from '../client/apiError';
import type { ApiResponse } from '../client/response';

/** The results of the requests of one item, in all attempts of the execution (Retry On Fail). */
export class ItemJournal {
	/** Maps request keys to responses and to errors with an unknown outcome. */
	readonly results = new Map<string, ApiResponse | ApiError>();

	/**
	 * Whether this execution recorded the idempotency key of the item's message, and whether it may
	 * have sent the message.
	 */
	key: 'notRecorded' | 'recorded' | 'mayBeSent' = 'notRecorded';

	/** The error from recording the key. The key may be recorded nevertheless. */
	keyError?: ApiError;
}
