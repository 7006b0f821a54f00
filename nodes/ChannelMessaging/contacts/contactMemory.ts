import type { ApiError } from '../api/apiError';
import { type CustomFieldReference, keyOf } from './contactReference';

/** What is known of an item's calls. */
export interface ItemCalls {
	/** Why one of them may or may not have been done, where that is so. */
	unknownOutcome(): ApiError | undefined;
}

/** What one run of a node knows of a contact. */
interface KnownContact {
	/** Where a search found it, or a creation told it. */
	contactId?: string | undefined;
	/** The index of the item that created it. */
	createdBy?: number;
	/** The calls of each item that went about creating it. */
	readonly attempts: ItemCalls[];
}

/**
 * What one run of a node knows of contacts. A search of the service need not show at once what was
 * created a moment ago, so the run remembers it by itself.
 */
export class ContactMemory {
	private readonly contacts = new Map<string, KnownContact>();

	of(reference: CustomFieldReference): KnownContact {
		const key = keyOf(reference);
		const known = this.contacts.get(key) ?? { attempts: [] };
		this.contacts.set(key, known);
		return known;
	}
}
