import { ApiError, unexpectedError } from '../client/apiError';
import { canonicalContactId } from '../client/canonicalContactId';
import type { SendRequest } from '../client/sendRequest';
import type { DatedContact } from '../contacts/datedContact';
import { isOutdated } from '../contacts/outdatedContact';
import type { CustomFieldReference } from '../customFieldValues/customFieldReference';
import type { TagToSkip } from '../parameters/skipIfTagged';
import type { Clock } from '../scheduling/clock';
import { foldedTag } from '../texts/foldedTag';

type CheckedContact = Pick<DatedContact, 'contactId' | 'readAt' | 'readDate' | 'tags'>;

interface CheckedItem {
	contactId: string;
	/** The reference must still lead to this contact. Unset if the contact was selected by ID. */
	reference: CustomFieldReference | undefined;
	tagsToSkip: readonly TagToSkip[];
	/** Returns the contact's latest known data, which is shared by items with the same value. */
	known(): CheckedContact | undefined;
	/** Searches for the contact again, or reads it by ID. */
	read(): Promise<CheckedContact>;
}

/**
 * While a request waits, which can take minutes, the search value may move to another contact, or
 * the contact may receive a tag that skips it. Outdated data is therefore read again before the
 * request is sent.
 */
export class ContactRecheck {
	constructor(
		private readonly item: CheckedItem,
		private readonly clock: Clock,
	) {}

	/** Rejects if the contact must not receive anything or can't be read. */
	async pass(): Promise<void> {
		const obstacle = await this.obstacle();
		if (obstacle !== undefined) throw obstacle;
	}

	/** Checks the contact right before each request is sent. */
	guard(send: SendRequest): SendRequest {
		return async (request, options) =>
			await send(request, { ...options, precondition: () => this.obstacle() });
	}

	/** Returns `undefined` instead of a promise if the data is fresh and nothing prevents sending. */
	private obstacle(): Promise<ApiError | undefined> | undefined {
		const known = this.item.known();
		if (known === undefined || isOutdated(known, this.clock)) {
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
		if (reference !== undefined && canonicalContactId(found) !== canonicalContactId(contactId)) {
			return new ApiError({ ...reference, reason: 'contactChanged', outcome: 'notDone' });
		}
		if (tagsToSkip.length === 0) return undefined;
		return tags === undefined
			? new ApiError({ reason: 'tagsNotReturned', outcome: 'notDone' })
			: taggedError(tags, tagsToSkip, contactId);
	}
}

function taggedError(
	tags: readonly string[],
	tagsToSkip: readonly TagToSkip[],
	contactId: string,
): ApiError | undefined {
	const tagByFolded = new Map(tags.map((tag) => [foldedTag(tag), tag]));
	for (const { name, reason } of tagsToSkip) {
		const tag = tagByFolded.get(foldedTag(name));
		if (tag !== undefined) return new ApiError({ reason, outcome: 'notDone', tag, contactId });
	}
	return undefined;
}
