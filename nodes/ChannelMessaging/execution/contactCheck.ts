import { ApiError, unexpectedError } from '../client/apiError';
import { orderingKey } from '../client/channel';
import type { SendRequest } from '../client/types';
import type { DatedContact } from '../contacts/contactLookup';
import type { CustomFieldReference } from '../phoneNumbers/customFieldReference';
import type { TagToSkip } from '../parameters/tags';
import type { Clock } from '../scheduling/clock';
import { folded } from '../texts/foldedText';

/**
 * The maximum age of what is known of a contact when a request gets its permit. A contact who opted
 * out two minutes ago gets no message. The rest is for recording a key and connecting.
 */
const maxAgeMs = 100_000;

type CheckedContact = Pick<DatedContact, 'contactId' | 'readAt' | 'tags'>;

interface CheckedItem {
	/** The contact to which the item's requests go. */
	contactId: string;
	/** The value that the contact must have. `undefined`: the item contains the ID. */
	reference: CustomFieldReference | undefined;
	tagsToSkip: readonly TagToSkip[];
	/** Returns what is known of the contact. Items with the same value share it. */
	known(): CheckedContact | undefined;
	/** Searches for the contact again, or reads it by its ID. */
	read(): Promise<CheckedContact>;
}

/**
 * Prevents requests to a contact that no longer has the item's value, and messages to a contact with
 * a tag to skip. A request can wait for minutes until it is sent, so the contact is read again if
 * what is known of it is too old by then.
 */
export class ContactCheck {
	constructor(
		private readonly item: CheckedItem,
		private readonly clock: Clock,
	) {}

	/** Rejects if the item may not be sent to the contact, or if the contact can't be read. */
	async pass(): Promise<void> {
		const obstacle = await this.obstacle();
		if (obstacle !== undefined) throw obstacle;
	}

	/** Wraps `send`, so that each request passes the check immediately before it is written. */
	guard(send: SendRequest): SendRequest {
		return async (request, options) =>
			await send(request, { ...options, precondition: () => this.obstacle() });
	}

	/** Returns `undefined` without a delay if what is known of the contact is fresh. */
	private obstacle(): Promise<ApiError | undefined> | undefined {
		const known = this.item.known();
		if (known === undefined || this.clock.now() - known.readAt > maxAgeMs) {
			return this.obstacleNow();
		}
		const obstacle = this.obstacleIn(known);
		return obstacle && Promise.resolve(obstacle);
	}

	private async obstacleNow(): Promise<ApiError | undefined> {
		try {
			return this.obstacleIn(await this.item.read());
		} catch (error) {
			return unexpectedError(error);
		}
	}

	private obstacleIn({ contactId: found, tags }: CheckedContact): ApiError | undefined {
		const { contactId, reference, tagsToSkip } = this.item;
		if (reference !== undefined && orderingKey(found) !== orderingKey(contactId)) {
			return new ApiError({ ...reference, reason: 'contactChanged', outcome: 'notDone' });
		}
		if (tagsToSkip.length === 0) return undefined;
		return tags === undefined
			? new ApiError({ reason: 'tagsNotReturned', outcome: 'notDone' })
			: taggedError(tags, tagsToSkip, contactId);
	}
}

/**
 * Tags are equal if a person takes them for equal, because messaging a contact who opted out is
 * worse than skipping a message.
 */
function taggedError(
	tags: readonly string[],
	tagsToSkip: readonly TagToSkip[],
	contactId: string,
): ApiError | undefined {
	const tagByFolded = new Map(tags.map((tag) => [folded(tag), tag]));
	for (const { name, reason } of tagsToSkip) {
		const tag = tagByFolded.get(folded(name));
		if (tag !== undefined) return new ApiError({ reason, outcome: 'notDone', tag, contactId });
	}
	return undefined;
}
