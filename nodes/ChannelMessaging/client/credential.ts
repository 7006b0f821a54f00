import { createHash } from 'node:crypto';
import {
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type IDataObject,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import type { TokenOwner } from '../rateLimit/queueRegistry';
import { readAddress } from './baseUrl';
import type { ChannelType } from './channel';

export const credentialName = 'channelMessagingApi';

export type NodeContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/**
 * A validated credential. n8n adds the token to requests. The node itself uses the token only to
 * identify the channel and to redact the token from texts.
 */
export interface ChannelCredential extends TokenOwner {
	/** A hash of the base URL and the token, which together identify the channel. */
	channelKey: string;
	channelType: ChannelType;
	/**
	 * The decrypted credential. Passing it to n8n saves reading and decrypting the credential for
	 * each request.
	 */
	decrypted: ICredentialsDecrypted;
}

/** The values of a credential, with resolved expressions. */
export type CredentialValues = ICredentialDataDecryptedObject;

/** Returns the values of the node's credential, which can differ between items. */
export async function credentialValues(
	context: Pick<NodeContext, 'getCredentials'>,
	itemIndex?: number,
): Promise<CredentialValues> {
	return await context.getCredentials<CredentialValues>(credentialName, itemIndex);
}

/** Returns the node's credential. Throws a `NodeOperationError` if the credential is invalid. */
export async function readCredential(context: NodeContext): Promise<ChannelCredential> {
	return credentialFrom(context, await credentialValues(context));
}

/**
 * Validates the values of a credential, and returns the credential. Throws a `NodeOperationError`
 * if a value is invalid.
 */
export function credentialFrom(
	context: Pick<NodeContext, 'getNode'>,
	values: CredentialValues,
): ChannelCredential {
	const invalid = (message: string, description: string) =>
		new NodeOperationError(context.getNode(), message, { description });

	const rate = (value: unknown, label: string): number => {
		const number = Number(value);
		if (!Number.isInteger(number) || number < 1) {
			throw invalid(
				`'${label}' of the credential is not a whole number of 1 or more`,
				'Enter the number of requests that the service allows.',
			);
		}
		return number;
	};

	const address = readAddress(values);
	if (address.kind === 'rejected') throw invalid(address.message, address.advice);
	const token = readToken(values);
	// Accepts only printable ASCII characters without spaces, which need no encoding in a header.
	if (!/^[\x21-\x7e]+$/.test(token)) {
		throw invalid(
			"'Token' of the credential is empty or contains invalid characters",
			'Copy the whole token from the channel settings, and enter it in the credential.',
		);
	}
	return {
		baseUrl: address.baseUrl,
		token,
		channelKey: createHash('sha256')
			.update(JSON.stringify([address.baseUrl, token]))
			.digest('base64url'),
		channelType: values.channelType === 'viber' ? 'viber' : 'other',
		messagesPerSecond: rate(values.messagesPerSecond, 'Messages per Second'),
		contactCallsPerMinute: rate(values.contactCallsPerMinute, 'Contact Requests per Minute'),
		decrypted: { id: '', name: '', type: credentialName, data: values },
	};
}

/** Returns the credential's token without surrounding whitespace, or an empty string. */
export function readToken({ token }: IDataObject): string {
	return String(token ?? '').trim();
}

/**
 * The minimum length of a token to redact, in characters. Shorter text can also occur in ordinary
 * words. Real tokens are several times longer.
 */
const minTokenLength = 8;

/**
 * Returns a function that redacts a token from text. Handles plain, JSON-encoded, and URL-encoded
 * tokens, because services and libraries return all of these forms.
 */
export function redactToken(token: string): (text: string) => string {
	if (token.length < minTokenLength) return (text) => text;
	const inJson = JSON.stringify(token).slice(1, -1);
	const slashed = inJson.replaceAll('/', '\\/');
	const forms = [...new Set([token, inJson, slashed, encodeURIComponent(token)])];
	return (text) => forms.reduce((rest, form) => rest.replaceAll(form, '(token)'), text);
}
