import type { FastifyRequest } from 'fastify';
import type { ChannelType } from '../options';
import { generalFailure } from './refusal';

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

/** The contact that the path names; undefined: not in the form this endpoint takes. */
export function contactIdOf(request: FastifyRequest, channelType: ChannelType): string | undefined {
	const { params } = request;
	if (typeof params !== 'object' || params === null || !('contactId' in params)) return undefined;
	if (typeof params.contactId !== 'string') return undefined;
	const encoded = channelType === 'viber' && request.routeOptions.config.base64OnViber === true;
	return encoded ? decodeBase64Identifier(params.contactId) : params.contactId;
}

/** As `contactIdOf`, but refuses what isn't in the endpoint's form. */
export function requireContactId(request: FastifyRequest, channelType: ChannelType): string {
	const contactId = contactIdOf(request, channelType);
	if (contactId === undefined) {
		throw generalFailure('On the Viber channel the contact identifier must be Base64 encoded.');
	}
	return contactId;
}
