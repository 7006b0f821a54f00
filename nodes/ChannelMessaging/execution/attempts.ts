import { randomBytes } from 'node:crypto';
import type { IExecuteData, IExecuteFunctions } from 'n8n-workflow';

import { ItemJournal } from '../attempts/itemJournal';
import { Pace } from '../campaign/pace';
import type { ChannelCredential } from '../client/credential';
import { ContactLookup } from '../contacts/contactLookup';
import { KeptData } from '../contacts/keptData';
import { recentChanges } from '../contacts/recentChanges';
import { recentCreations } from '../contacts/recentCreations';
import { systemClock } from '../scheduling/clock';
import type { ExecutionMessages } from '../sendOnce/stoppedExecutions';
import type { ReadCredential } from './itemCredentials';
import type { DeliverableItem } from './readItems';
import { SearchEffort } from './searchEffort';

/** State shared by all attempts (Retry On Fail) of a node execution. */
export class Attempts {
	/** Credentials read in any attempt, keyed by their values as JSON. */
	readonly credentials = new Map<string, ReadCredential>();

	/** Item outputs and found contacts, which stay in memory until the node execution ends. */
	readonly kept = new KeptData();

	readonly pace = new Pace(systemClock);

	readonly searchEffort = new SearchEffort();

	/** `undefined` if the next execution may send the messages again. */
	messages: ExecutionMessages | undefined;

	private readonly journals = new Map<number, ItemJournal<DeliverableItem>>();

	private readonly lookups = new Map<string, ContactLookup>();

	private knownQuestionId: string | undefined;

	journal(itemIndex: number): ItemJournal<DeliverableItem> {
		const journal = this.journals.get(itemIndex) ?? new ItemJournal();
		this.journals.set(itemIndex, journal);
		return journal;
	}

	/** Returns an item that an earlier attempt started, whose parameters must not be read again. */
	readonly startedItem = (itemIndex: number): DeliverableItem | undefined =>
		this.journals.get(itemIndex)?.started;

	/** Returns the item's outcome from earlier attempts until the current attempt starts it. */
	conclusion(itemIndex: number): ItemJournal<DeliverableItem>['conclusion'] {
		return this.journals.get(itemIndex)?.conclusion;
	}

	contacts({ channelKey }: ChannelCredential): ContactLookup {
		const lookup =
			this.lookups.get(channelKey) ??
			new ContactLookup(channelKey, recentCreations, recentChanges, this.kept);
		this.lookups.set(channelKey, lookup);
		return lookup;
	}

	/**
	 * The ID of *Send and Wait*'s question, which is the same in all attempts. It is shorter than a
	 * UUID to keep links short. This is safe, because n8n signs the links.
	 */
	get questionId(): string {
		return (this.knownQuestionId ??= randomBytes(8).toString('base64url'));
	}
}

/**
 * n8n passes the same execution data object to each attempt, so each entry is garbage-collected
 * together with that object.
 */
const attemptsByOwner = new WeakMap<object, Attempts>();

export function attemptsOf(context: IExecuteFunctions): Attempts {
	const owner = ownerOf(context);
	const attempts = attemptsByOwner.get(owner) ?? new Attempts();
	attemptsByOwner.set(owner, attempts);
	return attempts;
}

/**
 * Returns an object that identifies a node execution in all of its attempts.
 *
 * A tool call without its own execution data is identified by its arguments, because each attempt
 * receives the same arguments object.
 */
function ownerOf(context: IExecuteFunctions): object {
	return ownExecuteData(context) ?? context.getInputData()[0]?.json ?? {};
}

/**
 * Returns n8n's execution data for this node. Returns `undefined` if an agent before version 3 or
 * an MCP server calls the node as a function during its own execution.
 */
export function ownExecuteData(context: IExecuteFunctions): IExecuteData | undefined {
	const executeData: IExecuteData | undefined = context.getExecuteData();
	return executeData?.node.name === context.getNode().name ? executeData : undefined;
}
