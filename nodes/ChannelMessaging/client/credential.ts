import {
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import { readBaseUrl } from './baseUrl';
import { type ChannelType, channelTypes } from './channelType';
import { hashOf } from '../texts/sha256';
import { hasMissingPart, isMissingValue } from '../texts/missingValuePatterns';
import { countryCodes } from '../phoneNumbers/numberingPlans';
import {
	phoneNumberFormats,
	type PhoneNumberSettings,
	phoneNumberSettingsOf,
} from '../phoneNumbers/phoneNumberSettings';
import { shortened } from '../texts/shortenedText';
import { tagInterpretations } from '../texts/tagInterpretations';

export const credentialName = 'channelMessagingApi';

export type NodeContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/**
 * n8n adds the token to requests. The node itself uses the token to identify the channel, redact
 * text, and encrypt questions.
 */
export interface ChannelCredential {
	/** A hash of the base URL and the token. */
	channelKey: string;
	baseUrl: string;
	token: string;
	messagesPerSecond: number;
	contactCallsPerMinute: number;
	channelType: ChannelType;
	phoneNumbers: PhoneNumberSettings;
	neverMessageTagged: readonly string[];
	/**
	 * Passed to n8n with each request, so that n8n doesn't have to read and decrypt the credential
	 * each time.
	 */
	decrypted: ICredentialsDecrypted;
}

/**
 * A shorter token couldn't be redacted, because it could be part of an ordinary word. Real tokens
 * are several times longer.
 */
const minTokenLength = 8;

/** Longer lists would block n8n, because every message compares them with the contact's tags. */
const maxTagsCharacters = 10_000;

/** Printable ASCII without spaces, which needs no encoding in a header. */
const headerCharacters = /^[\x21-\x7e]*$/;

/** The values of a credential with their expressions resolved. */
export type CredentialValues = ICredentialDataDecryptedObject;

type Token =
	| { kind: 'usable'; token: string }
	| { kind: 'rejected'; message: string; advice: string };

export function readToken({ token: entered }: CredentialValues): Token {
	// Users may have copied `Bearer` together with the token from a sample request.
	const token = String(entered ?? '')
		.trim()
		.replace(/^Bearer\s+/i, '');
	const isValid = headerCharacters.test(token);
	if (isValid && token.length >= minTokenLength) return { kind: 'usable', token };
	return {
		kind: 'rejected',
		message: isValid
			? `The credential's 'Token' is empty or shorter than ${String(minTokenLength)} characters`
			: "The credential's 'Token' contains invalid characters",
		advice: 'Copy the whole token from the channel settings, and enter it in the credential.',
	};
}

export async function readCredential(context: NodeContext): Promise<ChannelCredential> {
	return credentialFrom(context, await context.getCredentials(credentialName));
}

export function credentialFrom(
	context: Pick<NodeContext, 'getNode'>,
	values: CredentialValues,
): ChannelCredential {
	const invalid = (message: string, description: string) =>
		new NodeOperationError(context.getNode(), message, { description });

	const rate = (value: unknown, label: string): number => {
		// `Number` would also convert `true`, `[5]`, and `'0x10'`.
		const isText = typeof value === 'string' && /^\s*\d+(?:\.0+)?\s*$/.test(value);
		const number = isText || typeof value === 'number' ? Number(value) : NaN;
		if (!Number.isInteger(number) || number < 1) {
			throw invalid(
				`The credential's '${label}' is not a positive whole number`,
				'Enter the number of requests that the service allows.',
			);
		}
		return number;
	};

	const tagsIn = (value: unknown): string[] => {
		// Anything other than text is rejected. If it were ignored, contacts who opted out could receive
		// messages.
		if (typeof value !== 'string') {
			throw invalid(
				"The credential's 'Never Message Contacts Tagged' is not text",
				'Enter comma-separated tags, or leave the field empty.',
			);
		}
		if (value.length > maxTagsCharacters) {
			throw invalid(
				`The credential's 'Never Message Contacts Tagged' has more than ${maxTagsCharacters.toLocaleString('en-US')} characters`,
				'Enter only the tags of contacts who receive no messages.',
			);
		}
		const tags = value.split(',').flatMap(tagInterpretations);
		const missing = tags.find(
			(tag) => isMissingValue(tag, true) || hasMissingPart(tag, false, true),
		);
		if (missing === undefined) return tags;
		throw invalid(
			`The credential's 'Never Message Contacts Tagged' contains '${shortened(missing)}', which stands for a missing value`,
			'Correct the tag. If it is an expression, switch the field to Expression.',
		);
	};

	/** Ignores case, because the value may come from an expression or from n8n's API. */
	const choice = <Value extends string>(
		name: string,
		label: string,
		choices: readonly [Value, ...Value[]],
	): Value => {
		const [byDefault] = choices;
		// n8n's API can store empty values.
		if (!(name in values) || values[name] === '') return byDefault;
		const entered = String(values[name]).trim().toLowerCase();
		const chosen = choices.find((value) => value.toLowerCase() === entered);
		if (chosen !== undefined) return chosen;
		throw invalid(
			`The credential's '${label}' is '${shortened(entered)}', which is not one of its options`,
			`Select an option, or make the expression return ${choices.join(' or ')}.`,
		);
	};

	const country = (value: unknown): string => {
		const entered = String(value ?? '').trim();
		if (entered === '' || countryCodes.has(entered.toUpperCase())) return entered.toUpperCase();
		throw invalid(
			`The credential's 'Default Country' is '${shortened(entered)}', which is not a country`,
			'Choose a country from the list, or have the expression return its two letters, such as ES.',
		);
	};

	const address = readBaseUrl(values);
	if (address.kind === 'rejected') throw invalid(address.message, address.advice);
	const parsed = readToken(values);
	if (parsed.kind === 'rejected') throw invalid(parsed.message, parsed.advice);
	const { token } = parsed;
	return {
		baseUrl: address.baseUrl,
		token,
		channelKey: hashOf([address.baseUrl, token]),
		channelType: choice('channelType', 'Channel Type', channelTypes),
		messagesPerSecond: rate(values.messagesPerSecond, 'Messages per Second'),
		contactCallsPerMinute: rate(values.contactCallsPerMinute, 'Contact Requests per Minute'),
		neverMessageTagged: 'neverMessageTagged' in values ? tagsIn(values.neverMessageTagged) : [],
		phoneNumbers: phoneNumberSettingsOf({
			phoneNumberFormat: choice('phoneNumberFormat', 'Phone Number Format', phoneNumberFormats),
			defaultCountry: country(values.defaultCountry),
		}),
		decrypted: { id: '', name: '', type: credentialName, data: values },
	};
}
