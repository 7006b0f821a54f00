import { ApiError } from './apiError';
import { type ApiResponse, compactResponse } from './response';

/** The requests for one item. */
export class ItemJournal {
	/** Responses, and errors with an unknown outcome, by request. */
	readonly calls = new Map<string, ApiResponse | ApiError>();

	/** Whether this execution has recorded the key of the item's message, and may have sent it. */
	key: 'notRecorded' | 'recorded' | 'mayBeSent' = 'notRecorded';

	/** @param keepsResponses whether n8n may run the item again */
	constructor(private readonly keepsResponses = true) {}

	/** Keeps the response for the next attempt, which doesn't send the request again. */
	keepResponse(callKey: string, response: ApiResponse): void {
		if (this.keepsResponses) this.calls.set(callKey, compactResponse(response));
	}

	/** Returns the first error with an unknown outcome. */
	unknownOutcome(): ApiError | undefined {
		return [...this.calls.values()].find((result) => result instanceof ApiError);
	}
}

/** The requests of one node execution, which all its attempts (Retry On Fail) share. */
export class ExecutionJournal {
	private readonly items = new Map<number, ItemJournal>();

	/** @param keepsResponses whether n8n may make another attempt */
	constructor(private readonly keepsResponses = true) {}

	item(itemIndex: number): ItemJournal {
		const itemJournal = this.items.get(itemIndex) ?? new ItemJournal(this.keepsResponses);
		this.items.set(itemIndex, itemJournal);
		return itemJournal;
	}
}
