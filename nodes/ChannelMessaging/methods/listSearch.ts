import {
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
	NodeOperationError,
} from 'n8n-workflow';

import { ApiError } from '../client/apiError';
import { isValidContactId, type Channel, createChannel } from '../client/channel';
import { type NodeContext, readCredential } from '../client/credential';
import {
	type Contact,
	documentedFieldNames,
	fieldsOf,
	fieldText,
	contactIdOf,
	nameOf,
} from '../client/model';
import { createSender } from '../client/sendRequest';
import { type ChannelSession, openChannelSession } from '../client/session';
import type { SendRequest } from '../client/types';
import { getIfExists } from '../contacts/findContacts';
import { readSearchPage, type SearchPosition, searchStart } from '../contacts/searchPages';
import { errorTextOf } from '../execution/errors';
import type { PhoneNumberSettings } from '../phoneNumbers/readPhoneNumber';
import { phoneNumberSettingsOf } from '../parameters/phoneNumberOptions';
import { queueFor } from '../rateLimit/queueRegistry';
import type { RateLimitBucket } from '../rateLimit/rateLimits';
import { CancellationToken } from '../scheduling/cancellation';
import { parseSearchText, type TextSearch } from './parseSearchText';

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
const noResultsHint = 'No contact has exactly this value';

function labelOf(contact: Contact, contactId: string): string {
	const fields = fieldsOf(contact);
	const details = [fields.phone, fields.email].filter(Boolean).join(', ');
	return [nameOf(contact), details, contactId].filter((part) => part !== '').join(' – ');
}

/** A page of a text search. `next` is its next page, if there is one. */
interface FoundPage {
	contacts: readonly Contact[];
	next?: SearchPosition | undefined;
}

async function find(
	channel: Channel,
	{ contact, firstName }: TextSearch,
	start: SearchPosition,
): Promise<FoundPage> {
	if (contact.kind === 'id') return { contacts: await getIfId(channel, contact.contactId) };
	let page = await readSearchPage(channel, contact, start);
	while (page.contacts.length === 0 && page.next !== undefined) {
		page = await readSearchPage(channel, contact, page.next);
	}
	const { contacts, next } = page;
	if (firstName === undefined) return { contacts, next };
	const wanted = firstName.toLowerCase();
	const named = contacts.filter((found) => fieldText(found, 'firstName')?.toLowerCase() === wanted);
	return { contacts: named, next };
}

/**
 * Returns the contact with an ID. Returns no contact if the service rejects the request, because
 * the text may not be an ID.
 */
async function getIfId(channel: Channel, contactId: string): Promise<Contact[]> {
	if (!isValidContactId(contactId)) return [];
	const contact = await getIfExists(channel, contactId).catch((error: unknown) => {
		const isRejected =
			error instanceof ApiError && ['rejected', 'unreadable'].includes(error.reason);
		if (!isRejected) throw error;
		return undefined;
	});
	return contact === undefined ? [] : [contact];
}

/** The index of a search in all searches for a text, and the position of its next page. */
interface PendingSearch {
	index: number;
	position: SearchPosition;
}

function paginationTokenOf(pending: readonly PendingSearch[]): string {
	return pending
		.map(({ index, position: { valueIndex, page, isFound } }) =>
			[index, valueIndex, page, Number(isFound)].join(' '),
		)
		.join();
}

function parsePaginationToken(token: string): PendingSearch[] {
	return token.split(',').map((search) => {
		const [index = 0, valueIndex = 0, page = 1, isFound] = search.split(' ').map(Number);
		return { index, position: { valueIndex, page, isFound: isFound === 1 } };
	});
}

/**
 * Returns the contacts that match the search text in the editor (sections 4.2, Find contacts by
 * custom field, and 4.3, Get contact by ID). Without a search text, returns a hint, because the
 * service can't list all contacts. Throws a `NodeOperationError` if a request fails.
 *
 * @param paginationToken the token that the previous page returned
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
	const isFirstPage = paginationToken === undefined;
	const pendingGroups: PendingSearch[][] = isFirstPage
		? groups.map((group) =>
				group.map((search) => ({ index: all.indexOf(search), position: searchStart })),
			)
		: [parsePaginationToken(paginationToken)];
	try {
		for (const group of pendingGroups) {
			const found = await Promise.all(
				group.map(async ({ index, position }) => {
					const search = all[index];
					const page: FoundPage = search ? await find(channel, search, position) : { contacts: [] };
					return { index, ...page };
				}),
			);
			const results = listed(found.flatMap(({ contacts }) => contacts));
			const pending = found.flatMap(({ index, next }) =>
				next === undefined ? [] : [{ index, position: next }],
			);
			if (pending.length > 0) return { results, paginationToken: paginationTokenOf(pending) };
			if (results.length > 0) return { results };
		}
		return isFirstPage ? hint(noResultsHint) : { results: [] };
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
