import {
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
	NodeOperationError,
} from 'n8n-workflow';

import { ApiError, type ApiErrorReason } from '../client/apiError';
import { isValidContactId, type Channel, createChannel } from '../client/channel';
import { type NodeContext, readCredential } from '../client/credential';
import { type Contact, documentedFieldNames, fieldsOf, contactIdOf, nameOf } from '../client/model';
import { createSender } from '../client/sendRequest';
import { type ChannelSession, openChannelSession } from '../client/session';
import type { SendRequest } from '../client/types';
import { errorTextOf } from '../execution/errors';
import type { PhoneNumberSettings } from '../phoneNumbers/phoneNumber';
import { phoneNumberSettingsOf } from '../parameters/phoneNumberOptions';
import { queueFor } from '../rateLimit/queueRegistry';
import type { RateLimitBucket } from '../rateLimit/rateLimits';
import { CancellationToken } from '../scheduling/cancellation';
import { type TypedSearch, parseSearchText } from './parseSearchText';

/**
 * The maximum wait before a request starts, and the timeout of a request, in milliseconds.
 * Together, they limit a search in the editor to ten seconds.
 */
const maxWaitMs = 5_000;
const timeoutMs = 4_500;

interface EditorChannel {
	channel: Channel;
	phoneNumbers: PhoneNumberSettings;
}

/**
 * Returns a channel client for a list in the editor. Its requests share the rate limits with all
 * workflows.
 */
export async function createListClient(context: NodeContext): Promise<EditorChannel> {
	const credential = await readCredential(context);
	const session = openChannelSession(context, credential, new CancellationToken(), {
		isInteractive: true,
	});
	const { channelKey, contactCallsPerMinute: limit } = credential;
	const send = createListSender(session, limit, (bucket) =>
		queueFor(channelKey, bucket).msUntilNext(),
	);
	return {
		channel: createChannel(send, credential.channelType),
		phoneNumbers: phoneNumberSettingsOf(credential.decrypted.data ?? {}),
	};
}

/**
 * Returns a function that sends the requests of a list in the editor. The function returns an error
 * with the reason `limitUsedUp` if the rate limit would delay a request for too long.
 */
export function createListSender(
	session: ChannelSession,
	limit: number,
	msUntilNext: (bucket: RateLimitBucket) => number,
): SendRequest {
	void session.clock.sleep(maxWaitMs).then(() => {
		session.cancellation.stop();
	});
	const send = createSender(session, timeoutMs);
	return async (request) => {
		const { bucket } = request;
		const usedUp = () => {
			const waitMs = msUntilNext(bucket);
			return new ApiError({ reason: 'limitUsedUp', outcome: 'notDone', bucket, limit, waitMs });
		};
		if (msUntilNext(bucket) > maxWaitMs) return usedUp();
		const result = await send(request);
		return result instanceof ApiError && result.reason === 'cancelled' ? usedUp() : result;
	};
}

/**
 * Returns a list that contains only a hint, instead of n8n's "No results". Hints must be short,
 * because the editor truncates long texts.
 */
function hint(name: string): INodeListSearchResult {
	// If the user selects the hint, the parameter remains empty, and n8n rejects the parameter.
	return { results: [{ name, value: '' }] };
}

const searchHint = 'Type a name, phone, email, ID, or city=Lugo';

/** A hint for empty results. The service finds contacts only by complete values. */
const noResultsHint = 'Enter the complete value, such as Ana Vega';

/**
 * Possible errors for an unknown contact ID. The service's response to an unknown ID isn't
 * documented.
 */
const notFound: readonly ApiErrorReason[] = ['contactNotFound', 'rejected', 'unreadable'];

function labelOf(contact: Contact, contactId: string): string {
	const fields = fieldsOf(contact);
	const details = [fields.phone, fields.email].filter(Boolean).join(', ');
	return [nameOf(contact), details, contactId].filter((part) => part !== '').join(' – ');
}

async function getIfThere(channel: Channel, contactId: string): Promise<Contact[]> {
	if (!isValidContactId(contactId)) return [];
	const contact = await channel.getContact(contactId).catch((error: unknown) => {
		if (error instanceof ApiError && notFound.includes(error.reason)) return undefined;
		throw error;
	});
	return contact === undefined ? [] : [contact];
}

async function find(channel: Channel, search: TypedSearch, page: number) {
	if (search.by === 'id') {
		return { search, contacts: await getIfThere(channel, search.contactId), hasNext: false };
	}
	const { name, value, firstName } = search;
	const { contacts, hasNext } = await channel.findContacts(name, value, page);
	if (firstName === undefined) return { search, contacts, hasNext };
	const meant = contacts.filter((contact) => {
		const { firstName: savedName } = fieldsOf(contact);
		return typeof savedName === 'string' && savedName.toLowerCase() === firstName.toLowerCase();
	});
	return { search, contacts: meant, hasNext };
}

/**
 * Returns the contacts that match the search text in the editor (sections 4.2, Find contacts by
 * custom field, and 4.3, Get contact by ID). Without a search text, returns a hint, because the
 * service can't list all contacts. Throws a `NodeOperationError` if a request fails.
 *
 * @param paginationToken the number of the next page, followed by the positions of the searches
 * that have more pages
 */
export async function searchContacts(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { channel, phoneNumbers } = await createListClient(this);
	const groups = parseSearchText(filter, phoneNumbers);
	if (groups.length === 0) return hint(searchHint);
	const all = groups.flat();
	const [page = 1, ...pending] = paginationToken?.split(' ').map(Number) ?? [];
	const wanted =
		paginationToken === undefined
			? groups
			: [all.filter((_, position) => pending.includes(position))];
	try {
		for (const searches of wanted) {
			const found = await Promise.all(
				searches.map(async (search) => await find(channel, search, page)),
			);
			const results = listed(found.flatMap(({ contacts }) => contacts));
			const incomplete = found
				.filter(({ hasNext }) => hasNext)
				.map(({ search }) => all.indexOf(search));
			if (incomplete.length > 0) {
				return { results, paginationToken: [page + 1, ...incomplete].join(' ') };
			}
			if (results.length > 0) return { results };
		}
		return paginationToken === undefined ? hint(noResultsHint) : { results: [] };
	} catch (error) {
		const { title, advice = title } = errorTextOf(error);
		const message = `Contacts could not be searched: ${title}`;
		throw new NodeOperationError(this.getNode(), message, { description: advice });
	}
}

function listed(contacts: readonly Contact[]): INodeListSearchItems[] {
	const items = new Map<string, INodeListSearchItems>();
	for (const contact of contacts) {
		const value = contactIdOf(contact);
		if (value !== undefined) items.set(value, { name: labelOf(contact, value), value });
	}
	return [...items.values()];
}

/**
 * The most common custom field names, which are listed first. The other names follow in
 * alphabetical order.
 */
const usual: readonly string[] = ['phone', 'email', 'customerid', 'firstName', 'lastName'];

const names = [...usual, ...documentedFieldNames.filter((name) => !usual.includes(name)).sort()];

/**
 * Returns the documented custom field names that match the search text (section 2, Resources and
 * their fields). The service can't list the custom fields of a channel.
 */
export async function searchCustomFieldNames(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const found = names.filter((name) => name.toLowerCase().includes(wanted));
	return await Promise.resolve({ results: found.map((name) => ({ name, value: name })) });
}
