import { ApiError } from './apiError';
import { type ApiResponse, compactResponse } from './response';

/** The results of all requests that were sent for one item. */
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

	/** @param keepsResponses whether n8n may retry the item (Retry On Fail) */
	constructor(private readonly keepsResponses = true) {}

	/**
	 * Stores a response, so that the next attempt of the node execution doesn't resend the request.
	 */
	keepResponse(requestKey: string, response: ApiResponse): void {
		if (this.keepsResponses) this.results.set(requestKey, compactResponse(response));
	}

	/** Returns whether any of the item's requests has an unknown outcome. */
	hasUnknownOutcome(): boolean {
		return [...this.results.values()].some((result) => result instanceof ApiError);
	}
}

/** The request results of one node execution, shared by all attempts (Retry On Fail). */
export class ExecutionJournal {
	private readonly items = new Map<number, ItemJournal>();

	/** @param keepsResponses whether n8n may retry the node (Retry On Fail) */
	constructor(private readonly keepsResponses = true) {}

	/** Returns whether any request of an item was sent, and its result was stored. */
	hasResults(itemIndex: number): boolean {
		return (this.items.get(itemIndex)?.results.size ?? 0) > 0;
	}

	item(itemIndex: number): ItemJournal {
		const itemJournal = this.items.get(itemIndex) ?? new ItemJournal(this.keepsResponses);
		this.items.set(itemIndex, itemJournal);
		return itemJournal;
	}
}
