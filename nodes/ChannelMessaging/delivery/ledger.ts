import type { RawAnswer } from '../channel/call';
import type { ChannelFailure } from '../channel/failure';
import { ContactMemory } from '../contacts/contactMemory';

/** What became of one call of an item. */
type CallRecord =
	| { kind: 'answered'; answer: RawAnswer }
	| { kind: 'unsure'; failure: ChannelFailure };

/** The calls that were made for one item, or to find one contact. */
export class CallRecords {
	private readonly calls = new Map<string, CallRecord>();

	/** Whether this run has recorded the key of the item's message, and whether it may be out. */
	key: 'notRecorded' | 'recorded' | 'mayBeSent' = 'notRecorded';

	/** What is known of a call. */
	recall(callKey: string): CallRecord | undefined {
		return this.calls.get(callKey);
	}

	answered(callKey: string, answer: RawAnswer): void {
		this.calls.set(callKey, { kind: 'answered', answer });
	}

	unsure(callKey: string, failure: ChannelFailure): void {
		this.calls.set(callKey, { kind: 'unsure', failure });
	}

	/** Why a call may or may not have been done; undefined where none is unsure. */
	doubt(): ChannelFailure | undefined {
		for (const call of this.calls.values()) {
			if (call.kind === 'unsure') return call.failure;
		}
		return undefined;
	}
}

/** What one run of a node has done already, for the case that n8n runs it again. */
export class Ledger {
	private readonly items = new Map<number, CallRecords>();

	/** What this run knows of the contacts that it looked for. */
	readonly contacts = new ContactMemory();

	/** Set once the service refused the token: no further call is made then. */
	refusedToken: ChannelFailure | undefined;

	item(itemIndex: number): CallRecords {
		let records = this.items.get(itemIndex);
		if (records === undefined) {
			records = new CallRecords();
			this.items.set(itemIndex, records);
		}
		return records;
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
