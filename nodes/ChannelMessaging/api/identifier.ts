/** The kind of channel that a token belongs to, as far as the document tells them apart. */
export type ChannelType = 'other' | 'viber';

/**
 * One URL-encoded path segment, whatever the identifier contains. Encodes `!'()*` too, which
 * `encodeURIComponent` leaves, because some servers give them a meaning in paths.
 *
 * The text must be well formed (no lone surrogates); reading parameters sees to that.
 */
export function pathSegment(text: string): string {
	return encodeURIComponent(text).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}

/**
 * The path segment of a contact where Viber wants Base64 (section 4: send, update and tag removal).
 * Base64 has `/`, `+` and `=`, so it is URL-encoded as well.
 */
export function channelPathSegment(contactId: string, channelType: ChannelType): string {
	return pathSegment(
		channelType === 'viber' ? Buffer.from(contactId, 'utf8').toString('base64') : contactId,
	);
}

/**
 * What would reach another address: HTTP clients take `.` and `..` out of a path, even when they
 * are encoded, and the search for contacts has the path of a contact with its name (section 4.2,
 * Find contacts by custom field).
 */
const notIdentifiers = new Set(['.', '..', 'by_custom_field']);

/** Whether a text may name a contact in a path. */
export function canBeIdentifier(text: string): boolean {
	return !notIdentifiers.has(text);
}
