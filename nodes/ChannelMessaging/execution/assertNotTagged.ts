import { ApiError } from '../client/apiError';

/**
 * Tags are compared case-insensitively, because messaging a contact who opted out is worse than
 * skipping a message.
 */
export function assertNotTagged(
	tags: readonly string[],
	skipIfTagged: readonly string[],
	contactId: string,
): void {
	const skipped = new Set(skipIfTagged.map(normalized));
	const tag = tags.find((name) => skipped.has(normalized(name)));
	if (tag === undefined) return;
	throw new ApiError({ reason: 'contactTagged', outcome: 'notDone', tag, contactId });
}

function normalized(tag: string): string {
	return tag.trim().toLowerCase();
}
