import { ApiError } from '../client/apiError';
import type { Channel } from '../client/channel';
import { tagsOf } from '../client/model';

/**
 * Tags are compared case-insensitively, because messaging a contact who opted out is worse than
 * skipping a message. If the tags can't be read, the message isn't sent either.
 *
 * @param known the contact's tags, if a search already returned them
 */
export async function assertNotTagged(
	channel: Pick<Channel, 'getContact'>,
	contactId: string,
	skipIfTagged: readonly string[],
	known: readonly string[] | undefined,
): Promise<void> {
	const tags = known ?? tagsOf(await channel.getContact(contactId));
	if (tags === undefined) throw new ApiError({ reason: 'tagsNotReturned', outcome: 'notDone' });
	const skipped = new Set(skipIfTagged.map(normalized));
	const tag = tags.find((name) => skipped.has(normalized(name)));
	if (tag === undefined) return;
	throw new ApiError({ reason: 'contactTagged', outcome: 'notDone', tag, contactId });
}

function normalized(tag: string): string {
	return tag.trim().toLowerCase();
}
