import { ApiError } from '../api/apiError';
import type { Channel } from '../api/channel';
import type { ItemJournal } from '../requests/journal';
import { type CustomFieldReference, keyOf } from './contactReference';
import { findContact } from './findContact';

/** What one run of a node knows of a contact. */
interface KnownContact {
	/** Where a search found it, or a creation told it. */
	contactId?: string | undefined;
	/** The calls of the item that created it. */
	createdBy?: ItemJournal;
	/** The calls of each item that went about creating it. */
	readonly attempts: ItemJournal[];
}

/** The contact that an item wants to create or update. */
export type Match =
	| { kind: 'existing'; contactId: string }
	/** To be created; `created` is to be told of its identifier. */
	| { kind: 'missing'; created(contactId: string | undefined): void };

/**
 * What one run of a node knows of contacts. A search of the service need not show at once what was
 * created a moment ago, so the run remembers it by itself.
 */
export class ContactMemory {
	private readonly contacts = new Map<string, KnownContact>();

	/**
	 * The identifier of the contact that must exist, searched once in a run. Rejects with an
	 * `ApiError` where no contact or several have the value.
	 */
	async lookUp(
		channel: Pick<Channel, 'findContacts'>,
		reference: CustomFieldReference,
	): Promise<string> {
		const known = this.of(reference);
		known.contactId ??= await findContact(channel, reference);
		if (known.contactId !== undefined) return known.contactId;
		const searched = { name: reference.name, value: reference.value };
		throw new ApiError({ reason: 'contactNotFound', outcome: 'notDone', searched });
	}

	/**
	 * Finds out whether the contact exists. To be called for one item after the other where several
	 * mean the same contact: then it is created once, even if a search doesn't show it yet. Rejects
	 * with an `ApiError` where several contacts match, and where the contact may have been created by
	 * a call whose answer got lost.
	 *
	 * @param calls those of the item
	 * @param resendWhenUnsure whether a contact that may have been created may be created again
	 */
	async match(
		channel: Pick<Channel, 'findContacts'>,
		reference: CustomFieldReference,
		calls: ItemJournal,
		resendWhenUnsure: boolean,
	): Promise<Match> {
		const known = this.of(reference);
		// A further try of the item that created the contact takes the same way, and finds its answer.
		if (known.createdBy !== calls) {
			known.contactId ??= await findContact(channel, reference);
			if (known.contactId !== undefined) return { kind: 'existing', contactId: known.contactId };
			const { name, value } = reference;
			const doubtful = { reason: 'contactDoubtful', outcome: 'notDone', name, value } as const;
			if (known.createdBy !== undefined) throw new ApiError(doubtful);
			const unknown = known.attempts.map((attempt) => attempt.unknownOutcome()).find(Boolean);
			if (unknown !== undefined && !resendWhenUnsure) {
				throw unknown === calls.unknownOutcome() ? unknown : new ApiError(doubtful);
			}
			known.attempts.push(calls);
		}
		const created = (contactId: string | undefined) => {
			known.createdBy = calls;
			known.contactId = contactId;
		};
		return { kind: 'missing', created };
	}

	/** What the run knows of a contact so far. */
	of(reference: CustomFieldReference): KnownContact {
		const key = keyOf(reference);
		const known = this.contacts.get(key) ?? { attempts: [] };
		this.contacts.set(key, known);
		return known;
	}
}
