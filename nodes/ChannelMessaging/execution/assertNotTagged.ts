import { ApiError } from '../client/apiError';
import type { TagToSkip } from '../parameters/tags';
import { folded } from '../texts/foldedText';

/**
 * Tags are equal if a person takes them for equal, because messaging a contact who opted out is
 * worse than skipping a message.
 */
export function assertNotTagged(
	tags: readonly string[],
	tagsToSkip: readonly TagToSkip[],
	contactId: string,
): void {
	const tagByFolded = new Map(tags.map((tag) => [folded(tag), tag]));
	for (const { name, reason } of tagsToSkip) {
		const tag = tagByFolded.get(folded(name));
		if (tag !== undefined) throw new ApiError({ reason, outcome: 'notDone', tag, contactId });
	}
}
