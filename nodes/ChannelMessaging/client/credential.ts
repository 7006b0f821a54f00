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

/** Where n8n gives leave to make calls: in an execution, for a list in the editor, or in a poll. */
export type CallingContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** The credential, checked. Its token only tells queues apart and is kept out of texts. */
export interface ChannelCredential extends TokenOwner {
	/** A hash, the same for the same channel. */
	channelKey: string;
	channelType: ChannelType;
	/** For n8n's request, which would read and decrypt it again at every call. */
	decrypted: ICredentialsDecrypted;
}

/** What the form of the credential contains, with expressions resolved. */
export type CredentialValues = ICredentialDataDecryptedObject;

/** Returns the values of the node's credential for an item. */
export async function credentialValues(
	context: Pick<CallingContext, 'getCredentials'>,
	itemIndex?: number,
): Promise<CredentialValues> {
	return await context.getCredentials<CredentialValues>(credentialName, itemIndex);
}

/** Reads the node's credential. Throws a `NodeOperationError` if it can't be used. */
export async function readCredential(context: CallingContext): Promise<ChannelCredential> {
	return credentialFrom(context, await credentialValues(context));
}

/** Returns the credential with the values. Throws a `NodeOperationError` if it can't be used. */
export function credentialFrom(
	context: Pick<CallingContext, 'getNode'>,
	values: CredentialValues,
): ChannelCredential {
	const refuse = (message: string, description: string) =>
		new NodeOperationError(context.getNode(), message, { description });

	const rate = (value: unknown, label: string): number => {
		const number = Number(value);
		if (!Number.isInteger(number) || number < 1) {
			throw refuse(
				`'${label}' of the credential is not a whole number of 1 or more`,
				'Enter how many requests the service allows.',
			);
		}
		return number;
	};

	const address = readAddress(values);
	if (address.kind === 'refused') throw refuse(address.message, address.advice);
	const token = readToken(values);
	// What can stand in a header as it is: printable, and without spaces.
	if (!/^[\x21-\x7e]+$/.test(token)) {
		throw refuse(
			"'Token' of the credential is empty, or has a space or another character that no token has",
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

/** The token in a credential's settings, without pasted space around it; empty if there is none. */
export function readToken({ token }: IDataObject): string {
	return String(token ?? '').trim();
}

/** In characters. A real token is several times longer; a shorter one may be part of other words. */
const shortestToken = 8;

/**
 * Gives a function that takes a token out of texts, in each form in which a service or a library may
 * repeat it: as it is, in JSON (also with escaped slashes), and in a URL.
 */
export function redactToken(token: string): (text: string) => string {
	if (token.length < shortestToken) return (text) => text;
	const inJson = JSON.stringify(token).slice(1, -1);
	const slashed = inJson.replaceAll('/', '\\/');
	const forms = [...new Set([token, inJson, slashed, encodeURIComponent(token)])];
	return (text) => forms.reduce((rest, form) => rest.replaceAll(form, '(token)'), text);
}
