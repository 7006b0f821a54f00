import { ApiError } from '../api/apiError';
import type { ApiResponse } from '../api/response';

/** The calls that were made for one item, or to find one contact. */
export class ItemJournal {
	/** The answers to calls, or why they may or may not have been done. */
	readonly calls = new Map<string, ApiResponse | ApiError>();

	/** Whether this run has recorded the key of the item's message, and whether it may be out. */
	key: 'notRecorded' | 'recorded' | 'mayBeSent' = 'notRecorded';

	/** Why a call may or may not have been done; undefined where the outcome of all is known. */
	unknownOutcome(): ApiError | undefined {
		return [...this.calls.values()].find((result) => result instanceof ApiError);
	}
}

/** What one run of a node has done already, for the case that n8n runs it again. */
export class RunJournal {
	private readonly items = new Map<number, ItemJournal>();

	/** Set once the service refused the token: no further call is made then. */
	refusedToken: ApiError | undefined;

	item(itemIndex: number): ItemJournal {
		const itemJournal = this.items.get(itemIndex) ?? new ItemJournal();
		this.items.set(itemIndex, itemJournal);
		return itemJournal;
	}
}
