import type { ApiError } from '../api/apiError';
import type { ApiResponse } from '../api/response';

/** What became of one call of an item. */
type JournalEntry =
	| { kind: 'answered'; answer: ApiResponse }
	| { kind: 'unknown'; failure: ApiError };

/** The calls that were made for one item, or to find one contact. */
export class ItemJournal {
	private readonly calls = new Map<string, JournalEntry>();

	/** Whether this run has recorded the key of the item's message, and whether it may be out. */
	key: 'notRecorded' | 'recorded' | 'mayBeSent' = 'notRecorded';

	/** What is known of a call. */
	recall(callKey: string): JournalEntry | undefined {
		return this.calls.get(callKey);
	}

	answered(callKey: string, answer: ApiResponse): void {
		this.calls.set(callKey, { kind: 'answered', answer });
	}

	unknown(callKey: string, failure: ApiError): void {
		this.calls.set(callKey, { kind: 'unknown', failure });
	}

	/** Why a call may or may not have been done; undefined where nothing is in doubt. */
	doubt(): ApiError | undefined {
		for (const call of this.calls.values()) {
			if (call.kind === 'unknown') return call.failure;
		}
		return undefined;
	}
}

/** What one run of a node has done already, for the case that n8n runs it again. */
export class RunJournal {
	private readonly items = new Map<number, ItemJournal>();

	/** Set once the service refused the token: no further call is made then. */
	refusedToken: ApiError | undefined;

	item(itemIndex: number): ItemJournal {
		let itemJournal = this.items.get(itemIndex);
		if (itemJournal === undefined) {
			itemJournal = new ItemJournal();
			this.items.set(itemIndex, itemJournal);
		}
		return itemJournal;
	}
}
