import { ApiError } from '../api/apiError';
import type { ContactMemory, ItemCalls } from './contactMemory';
import type { CustomFieldReference } from './contactReference';

/** The contact that an item wants to create or update. */
export type Match =
	| { kind: 'existing'; contactId: string }
	/** To be created; `created` is to be told of its identifier. */
	| { kind: 'missing'; creating(): void; created(contactId: string | undefined): void };

/** An item that is to be matched, and what its run knows. */
export interface Matching {
	itemIndex: number;
	memory: ContactMemory;
	/** The item's own calls. */
	calls: ItemCalls;
	/** Asks the service, each time anew. Rejects with an `ApiError`. */
	search(reference: CustomFieldReference): Promise<string | undefined>;
	/** Whether a contact that may have been created already may be created again. */
	resendWhenUnsure: boolean;
}

/**
 * Finds out whether the contact exists. To be called for one item after the other where several mean
 * the same contact: then it is created once, even if the service's search doesn't show it yet.
 *
 * Rejects with an `ApiError` where several contacts match, and where the contact may have been
 * created by a call whose answer got lost.
 */
export async function matchContact(
	reference: CustomFieldReference,
	{ itemIndex, memory, calls, search, resendWhenUnsure }: Matching,
): Promise<Match> {
	const known = memory.of(reference);
	// A further try of the item that created the contact takes the same way, and finds its answer.
	if (known.createdBy !== itemIndex) {
		known.contactId ??= await search(reference);
		if (known.contactId !== undefined) return { kind: 'existing', contactId: known.contactId };
		if (known.createdBy !== undefined) throw perhapsCreated(reference);
		const unknown = known.attempts.map((attempt) => attempt.unknownOutcome()).find(Boolean);
		if (unknown !== undefined && !resendWhenUnsure) {
			throw unknown === calls.unknownOutcome() ? unknown : perhapsCreated(reference);
		}
	}
	return {
		kind: 'missing',
		creating: () => {
			known.attempts.push(calls);
		},
		created: (contactId) => {
			known.createdBy = itemIndex;
			known.contactId = contactId;
		},
	};
}

function perhapsCreated({ name, value }: CustomFieldReference): ApiError {
	return new ApiError({ reason: 'contactDoubtful', outcome: 'notDone', name, value });
}
