import { randomBytes } from 'node:crypto';
import type { IExecuteData, IExecuteFunctions, INode } from 'n8n-workflow';

import { ItemJournal } from '../retryOnFail/itemJournal';
import type { ChannelCredential } from '../client/credential';
import { ContactLookup } from '../contacts/contactLookup';
import { MemoryUse } from '../contacts/memoryUse';
import { recentContactChanges } from '../contacts/recentContactChanges';
import { recentlySavedValues } from '../contacts/recentlySavedValues';
import type { ReadCredential } from './itemCredentials';
import type { ItemOutcome } from './itemOutcome';
import type { DeliverableItem } from './readItems';
import { SearchMeasurements } from './searchMeasurements';

/** State shared by all attempts (Retry On Fail) of a node execution. */
export class Attempts {
	/** Credentials, keyed by their JSON-serialized values. */
	readonly credentials = new Map<string, ReadCredential>();

	/** The memory used by outputs and contacts that are kept until the node execution ends. */
	readonly memory = new MemoryUse();

	readonly searchMeasurements = new SearchMeasurements();

	/** The number of attempts that have started. */
	count = 0;

	/** When the first attempt started, in milliseconds since the epoch. */
	readonly startedAt = Date.now();

	/** When the question was written to its connection, in milliseconds since the epoch. */
	questionSentAt: number | undefined;

	private readonly journals = new Map<number, ItemJournal<DeliverableItem, ItemOutcome>>();

	private readonly lookups = new Map<string, ContactLookup>();

	private knownQuestionId: string | undefined;

	journal(itemIndex: number): ItemJournal<DeliverableItem, ItemOutcome> {
		const journal = this.journals.get(itemIndex) ?? new ItemJournal();
		this.journals.set(itemIndex, journal);
		return journal;
	}

	/** Returns the item with the parameters from the attempt that started it. */
	readonly startedItem = (itemIndex: number): DeliverableItem | undefined =>
		this.journals.get(itemIndex)?.started;

	/** Returns the result from the latest attempt that finished the item. */
	conclusion(itemIndex: number): ItemOutcome | undefined {
		return this.journals.get(itemIndex)?.conclusion;
	}

	contacts({ channelKey }: ChannelCredential): ContactLookup {
		const lookup =
			this.lookups.get(channelKey) ??
			new ContactLookup(channelKey, recentlySavedValues, recentContactChanges, this.memory);
		this.lookups.set(channelKey, lookup);
		return lookup;
	}

	/**
	 * Stays the same across all attempts. Shorter than a UUID to keep links short, which is safe
	 * because n8n signs the links.
	 */
	get questionId(): string {
		return (this.knownQuestionId ??= randomBytes(8).toString('base64url'));
	}
}

/**
 * n8n passes the same execution data to each attempt. Entries are garbage-collected along with the
 * execution data.
 */
const attemptsByOwner = new WeakMap<object, Attempts>();

export function attemptsOf(context: IExecuteFunctions): Attempts {
	const owner = ownerOf(context);
	const attempts = attemptsByOwner.get(owner) ?? new Attempts();
	attemptsByOwner.set(owner, attempts);
	return attempts;
}

/**
 * Returns an object that is the same in all attempts of a node execution. Tool calls may have no
 * execution data, but their arguments are the same object in all attempts.
 */
function ownerOf(context: IExecuteFunctions): object {
	return ownExecuteData(context) ?? context.getInputData()[0]?.json ?? {};
}

/**
 * Returns `undefined` if the node is called as a function within the execution of an MCP server, or
 * of an agent node with a version below 3.
 */
export function ownExecuteData(context: IExecuteFunctions): IExecuteData | undefined {
	const executeData: IExecuteData | undefined = context.getExecuteData();
	return executeData?.node.name === context.getNode().name ? executeData : undefined;
}

/** Returns whether n8n won't retry the node if this attempt fails. */
export function isLastAttempt({ retryOnFail, maxTries }: INode, { count }: Attempts): boolean {
	// n8n calculates the maximum number of attempts in the same way.
	const maxAttempts = retryOnFail === true ? Math.min(5, Math.max(2, maxTries || 3)) : 1;
	return count >= maxAttempts;
}
