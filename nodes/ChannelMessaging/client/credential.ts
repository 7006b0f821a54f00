import {
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import { readAddress } from './baseUrl';
import type { ChannelType } from './channel';
import { hashOf } from './hash';
import {
	type PhoneNumberSettings,
	phoneNumberSettingsOf,
} from '../phoneNumbers/phoneNumberSettings';
import { readToken } from './token';

export const credentialName = 'channelMessagingApi';

export type NodeContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/**
 * A validated credential. n8n adds the token to requests. The node itself uses the token only to
 * identify the channel and to redact the token from texts.
 */
export interface ChannelCredential {
	/** A hash of the base URL and the token, which together identify the channel. */
	channelKey: string;
	baseUrl: string;
	token: string;
	messagesPerSecond: number;
	contactCallsPerMinute: number;
	channelType: ChannelType;
	phoneNumbers: PhoneNumberSettings;
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
	const reading = readToken(values);
	if (reading.kind === 'rejected') throw invalid(reading.message, reading.advice);
	const { token } = reading;
	return {
		baseUrl: address.baseUrl,
		token,
		channelKey: hashOf([address.baseUrl, token]),
		channelType: values.channelType === 'viber' ? 'viber' : 'other',
		phoneNumbers: phoneNumberSettingsOf(values),
		messagesPerSecond: rate(values.messagesPerSecond, 'Messages per Second'),
		contactCallsPerMinute: rate(values.contactCallsPerMinute, 'Contact Requests per Minute'),
		decrypted: { id: '', name: '', type: credentialName, data: values },
	};
}
