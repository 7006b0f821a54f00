import type { IHttpRequestOptions } from 'n8n-workflow';

import { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';
import { type Channel, createChannel } from '../../../nodes/ChannelMessaging/client/channel';
import type { NodeContext } from '../../../nodes/ChannelMessaging/client/credential';
import { createHttpRequest } from '../../../nodes/ChannelMessaging/client/httpRequest';
import { contactIdOf } from '../../../nodes/ChannelMessaging/client/contactId';
import { bodyLimits, maxIdCharacters } from '../../../nodes/ChannelMessaging/client/responseLimits';
import { findAllContacts } from '../../../nodes/ChannelMessaging/contacts/findAllContacts';
import { findContact } from '../../../nodes/ChannelMessaging/contacts/findContact';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { testCredential } from '../execution/testNode';
import type { AnyResponse } from './anyResponse';

const city = { kind: 'customField', name: 'city', value: 'Vigo' } as const;
const fields = [{ name: 'city', value: 'Vigo' }];
const message = { content: { type: 'text', text: 'Hi' }, forceCancelSurvey: false } as const;

/** Functions that send a request to each endpoint and read the response. */
export const readers: Readonly<Record<string, (channel: Channel) => Promise<unknown>>> = {
	sendMessage: async (channel) => await channel.sendMessage('1', message),
	getContact: async (channel) => await channel.getContact('1'),
	updateContact: async (channel) => await channel.updateContact('1', fields),
	addTags: async (channel) => await channel.addTags('1', ['a']),
	removeTags: async (channel) => await channel.removeTags('1', ['a']),
	createContact: async (channel) => await channel.createContact(fields),
	findContact: async (channel) => await findContact(channel, city),
	findAllContacts: async (channel) => await findAllContacts(channel, city, Infinity),
};

const writes = new Set(['sendMessage', 'createContact']);

/** The rest of a page, before and after its list of contacts, is parsed in one piece. */
const maxParsedCharacters = 2 * bodyLimits.contact.maxBytes + 1_000;
const maxParsedValues = 2 * bodyLimits.contact.maxValues + 10;

/** Returns a channel that receives the same response to every request. */
function channelWith({ status, headers, body, chunkBytes }: AnyResponse): Channel {
	async function* stream() {
		for (let start = 0; start < body.length; start += chunkBytes) {
			yield await Promise.resolve(body.subarray(start, start + chunkBytes));
		}
	}
	const context = {
		helpers: {
			httpRequestWithAuthentication: async (_name: string, { body: sent }: IHttpRequestOptions) => {
				// An HTTP client reads the request's body when it writes it.
				JSON.stringify(sent);
				return await Promise.resolve({ statusCode: status, headers, body: stream() });
			},
		},
	} as unknown as NodeContext;
	const http = createHttpRequest(context, testCredential, new CancellationToken());
	return createChannel(async (request) => await http(request, 60_000, () => undefined), 'other');
}

function countValues(value: unknown): number {
	if (typeof value !== 'object' || value === null) return 1;
	return Object.values(value).reduce<number>((count, entry) => count + countValues(entry), 1);
}

type Measure = (reading: () => Promise<unknown>) => Promise<unknown>;

/**
 * Reads a response and returns the problems with how the node reads it. The amount of text that
 * `JSON.parse` receives in one call measures how long n8n is blocked, independently of the machine.
 */
export async function problemsOf(
	response: AnyResponse,
	reader: string,
	measure: Measure = async (reading) => await reading(),
): Promise<string[]> {
	const problems: string[] = [];
	const expect = (isTrue: boolean, problem: string) => {
		if (!isTrue) problems.push(`${reader}: ${problem}`);
	};
	const { parse } = JSON;
	JSON.parse = (...args: Parameters<typeof parse>): unknown => {
		expect(args[0].length <= maxParsedCharacters, `${String(args[0].length)} characters at once`);
		const value: unknown = parse(...args);
		const isLarge = args[0].length > maxParsedValues;
		expect(!isLarge || countValues(value) <= maxParsedValues, 'too many values at once');
		return value;
	};
	let outcome: unknown;
	try {
		outcome = await measure(async () => await readers[reader]?.(channelWith(response)));
	} catch (error) {
		outcome = error;
		expect(error instanceof ApiError, `threw ${String(error)}`);
	} finally {
		JSON.parse = parse;
	}
	const isSuccess = response.status >= 200 && response.status < 300;
	if (outcome instanceof ApiError && isSuccess && writes.has(reader)) {
		const isRejected =
			outcome.details.serviceMessage !== undefined || outcome.reason === 'rejected';
		expect(
			outcome.outcome === 'unknown' || isRejected,
			'a 2xx response says that nothing was done',
		);
	}
	const stored = outcome instanceof ApiError ? outcome.details : outcome;
	expect(!JSON.stringify(stored ?? null).includes(testCredential.token), 'contains the token');
	const contacts: unknown[] = Array.isArray(outcome) ? outcome : [];
	for (const contact of contacts) {
		const { length } = contactIdOf(contact as Parameters<typeof contactIdOf>[0]) ?? '';
		expect(length <= maxIdCharacters, `an ID with ${String(length)} characters`);
	}
	expect(Reflect.ownKeys(Object.prototype).length === prototypeKeys, 'Object.prototype changed');
	return problems;
}

const prototypeKeys = Reflect.ownKeys(Object.prototype).length;
