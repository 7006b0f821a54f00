import type { ChannelType } from './channelType';

/**
 * Rejects `.` and `..`, which HTTP clients remove from paths, and `by_custom_field`, which is the
 * path of the search endpoint.
 */
export function isValidContactId(text: string): boolean {
	return !['.', '..', 'by_custom_field'].includes(text);
}

/**
 * Also encodes `!'()*`, which some servers treat as special characters. Throws a `URIError` for
 * lone surrogates.
 */
export function pathSegment(text: string): string {
	return encodeURIComponent(text).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}

/**
 * Encodes a contact ID for the endpoints that send messages, update contacts, and remove tags. For
 * Viber, these endpoints expect Base64 (section 4, Endpoints).
 */
export function channelPathSegment(contactId: string, channelType: ChannelType): string {
	const isViber = channelType === 'viber';
	return pathSegment(isViber ? Buffer.from(contactId, 'utf8').toString('base64') : contactId);
}
