import type { FastifyRequest } from 'fastify';
import type { Configuration } from '../configuration';

const strictText = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text that canonical Base64 stands for; undefined where it isn't that. */
export function decodeBase64Identifier(encoded: string): string | undefined {
	const bytes = Buffer.from(encoded, 'base64');
	// Node.js skips what isn't Base64 and takes the URL alphabet too: only the same text back counts.
	if (bytes.length === 0 || bytes.toString('base64') !== encoded) return undefined;
	try {
		return strictText.decode(bytes);
	} catch {
		return undefined;
	}
}

/** The segment of the path that names the contact, without its percent encoding. */
export function contactSegmentOf({ params }: FastifyRequest): string | undefined {
	if (typeof params !== 'object' || params === null || !('contactId' in params)) return undefined;
	return typeof params.contactId === 'string' ? params.contactId : undefined;
}

/** The contact that the path names; undefined: none, or not in the form that this endpoint takes. */
export function contactIdOf(
	request: FastifyRequest,
	channelType: Configuration['channelType'],
): string | undefined {
	const segment = contactSegmentOf(request);
	const isEncoded =
		channelType === 'viber' && request.routeOptions.config.endpoint?.base64OnViber === true;
	return isEncoded && segment !== undefined ? decodeBase64Identifier(segment) : segment;
}
