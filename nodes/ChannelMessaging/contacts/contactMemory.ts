import type { ApiError } from '../api/apiError';

/** A contact that an item of this run created. */
interface CreatedContact {
	/** Undefined where the service didn't say it. */
	contactId: string | undefined;
	itemIndex: number;
}

/** What is known of an item's calls. */
interface ItemCalls {
	/** Why one of them may or may not have been done, where that is so. */
	doubt(): ApiError | undefined;
}

/**
 * What one run of a node knows of contacts, by the key of their reference. A search of the service
 * need not show at once what was created a moment ago, so the run remembers it by itself.
 */
export class ContactMemory {
	private readonly found = new Map<string, string>();

	private readonly created = new Map<string, CreatedContact>();

	private readonly attempts = new Map<string, ItemCalls[]>();

	/** The identifier of a contact that a search found. */
	foundAs(key: string): string | undefined {
		return this.found.get(key);
	}

	rememberFound(key: string, contactId: string): void {
		this.found.set(key, contactId);
	}

	/** The contact that an item created. */
	createdAs(key: string): CreatedContact | undefined {
		return this.created.get(key);
	}

	rememberCreated(key: string, contact: CreatedContact): void {
		this.created.set(key, contact);
	}

	/** Why it isn't known whether an item created the contact, where that is so. */
	doubtAbout(key: string): ApiError | undefined {
		for (const calls of this.attempts.get(key) ?? []) {
			const doubt = calls.doubt();
			if (doubt !== undefined) return doubt;
		}
		return undefined;
	}

	/** An item is about to create the contact. */
	rememberAttempt(key: string, calls: ItemCalls): void {
		this.attempts.set(key, [...(this.attempts.get(key) ?? []), calls]);
	}
}
