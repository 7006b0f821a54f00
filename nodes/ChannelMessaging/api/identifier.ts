/** The kind of channel that a token belongs to, as far as the document tells them apart. */
export type ChannelType = 'other' | 'viber';

/**
 * Any text as one URL-encoded path segment; reading parameters keeps out lone surrogates. Encodes
 * `!'()*` too, which `encodeURIComponent` leaves: some servers give them a meaning in paths.
 */
export function pathSegment(text: string): string {
	return encodeURIComponent(text).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}

/** A contact where Viber wants Base64 (section 4, Endpoints: send, update and tag removal). */
export function channelPathSegment(contactId: string, channelType: ChannelType): string {
	const isViber = channelType === 'viber';
	return pathSegment(isViber ? Buffer.from(contactId, 'utf8').toString('base64') : contactId);
}

/**
 * Whether a text may name a contact in a path. HTTP clients take `.` and `..` out of it, even when
 * encoded, and the third is the search (section 4.2, Find contacts by custom field).
 */
export function canBeIdentifier(text: string): boolean {
	return !['.', '..', 'by_custom_field'].includes(text);
}

/**
 * Returns equal keys for IDs that may name the same contact, to keep their requests in order. Created
 * contacts have IDs such as `cus_123`, fetched ones such as `123` (section 2, Contact). The document
 * doesn't show that both name the same contact, so use the key for nothing else.
 */
export function orderingKey(contactId: string): string {
	return /^(?:cus_)?(\d+)$/.exec(contactId)?.[1] ?? contactId;
}
