import type { RawAnswer } from '../channel/call';
import type { ChannelFailure } from '../channel/failure';

/** What became of one call of an item. */
type CallRecord =
	| { kind: 'answered'; answer: RawAnswer }
	| { kind: 'unsure'; failure: ChannelFailure };

/** The calls of one item, in the order in which its operation makes them. */
export class ItemRecord {
	private readonly calls: CallRecord[] = [];

	/** Whether this run has recorded the key of the item's message, and whether it may be out. */
	key: 'notRecorded' | 'recorded' | 'mayBeSent' = 'notRecorded';

	/** What is known of the call with that number, counted from 0. */
	recall(call: number): CallRecord | undefined {
		return this.calls[call];
	}

	answered(call: number, answer: RawAnswer): void {
		this.calls[call] = { kind: 'answered', answer };
	}

	unsure(call: number, failure: ChannelFailure): void {
		this.calls[call] = { kind: 'unsure', failure };
	}
}

/** What one run of a node has done already, for the case that n8n runs it again. */
export class Ledger {
	private readonly items = new Map<number, ItemRecord>();

	/** Set once the service refused the token: no further call is made then. */
	refusedToken: ChannelFailure | undefined;

	item(itemIndex: number): ItemRecord {
		let record = this.items.get(itemIndex);
		if (record === undefined) {
			record = new ItemRecord();
			this.items.set(itemIndex, record);
		}
		return record;
	}
}

const ledgers = new WeakMap<object, Ledger>();

/**
 * The ledger of one run of a node. n8n's Retry On Fail runs a node again with the very same object
 * of execution data, so the tries of one run find each other's ledger, and nothing is kept when n8n
 * lets go of the object.
 */
export function ledgerOf(executionData: object): Ledger {
	let ledger = ledgers.get(executionData);
	if (ledger === undefined) {
		ledger = new Ledger();
		ledgers.set(executionData, ledger);
	}
	return ledger;
}
