import { ApiError, unexpectedError } from '../client/apiError';
import { tagsOf } from '../client/model';
import type { SendRequest } from '../client/types';
import type { DatedChannel, DatedContact } from '../contacts/contactLookup';
import type { TagToSkip } from '../parameters/tags';
import type { Clock } from '../scheduling/clock';
import { assertNotTagged } from './assertNotTagged';

/**
 * The maximum age of a contact's tags when a message gets its permit. A contact who opted out two
 * minutes ago gets no message. The rest is for recording a key and connecting.
 */
const maxAgeMs = 100_000;

/**
 * Prevents messages to a contact with a tag to skip. A message can wait for minutes until it is
 * sent, so the tags are read again if they are too old by then.
 */
export class TagCheck {
	/**
	 * @param known tags that a search returned
	 * @param openClient returns a new client
	 */
	constructor(
		private readonly contactId: string,
		private readonly tagsToSkip: readonly TagToSkip[],
		private known: Pick<DatedContact, 'readAt' | 'tags'> | undefined,
		private readonly openClient: () => DatedChannel,
		private readonly clock: Clock,
	) {}

	/** Rejects if the contact has a tag to skip, or if its tags can't be read. */
	async pass(): Promise<void> {
		if (!this.isFresh) await this.read();
		this.assertNotTagged();
	}

	/** Wraps `send`, so that each message passes the check immediately before it is written. */
	guard(send: SendRequest): SendRequest {
		return async (request, options) =>
			await send(request, {
				...options,
				precondition: () => (this.isFresh ? undefined : this.obstacle()),
			});
	}

	private get isFresh(): boolean {
		return this.known !== undefined && this.clock.now() - this.known.readAt <= maxAgeMs;
	}

	private async obstacle(): Promise<ApiError | undefined> {
		try {
			await this.read();
			this.assertNotTagged();
			return undefined;
		} catch (error) {
			return unexpectedError(error);
		}
	}

	private async read(): Promise<void> {
		const client = this.openClient();
		const tags = tagsOf(await client.getContact(this.contactId));
		this.known = { tags, readAt: client.firstRequestAt() };
	}

	private assertNotTagged(): void {
		const { known, contactId, tagsToSkip } = this;
		if (known?.tags === undefined) {
			throw new ApiError({ reason: 'tagsNotReturned', outcome: 'notDone' });
		}
		assertNotTagged(known.tags, tagsToSkip, contactId);
	}
}
