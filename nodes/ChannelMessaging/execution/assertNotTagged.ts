import { ApiError } from '../client/apiError';
import { folded } from '../texts/foldedText';

/**
 * Tags are equal if a person takes them for equal, because messaging a contact who opted out is
 * worse than skipping a message.
 */
export function assertNotTagged(
	tags: readonly string[],
	skipIfTagged: readonly string[],
	contactId: string,
): void {
	const skipped = new Set(skipIfTagged.map(folded));
	const tag = tags.find((name) => skipped.has(folded(name)));
	if (tag === undefined) return;
	throw new ApiError({ reason: 'contactTagged', outcome: 'notDone', tag, contactId });
}
