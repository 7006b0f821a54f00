import {
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
	NodeOperationError,
} from 'n8n-workflow';

import { ApiError, type ApiErrorReason } from '../client/apiError';
import { canBeIdentifier, type Channel, createChannel } from '../client/channel';
import { type CallingContext, readCredential } from '../client/credential';
import {
	type Contact,
	documentedFieldNames,
	fieldsOf,
	identifierOf,
	nameOf,
} from '../client/model';
import { type RequestContext, openRequestContext, createReader } from '../client/sendRequest';
import type { SendRequest } from '../client/types';
import { errorTextOf } from '../execution/errors';
import type { PhoneNumberSettings } from '../parameters/phoneNumber';
import { phoneNumberSettingsOf } from '../parameters/phoneNumberOptions';
import { type RateLimitBucket, queueFor } from '../rateLimit/queueRegistry';
import type { RateLimitedQueue } from '../rateLimit/rateLimitedQueue';
import { CancellationToken } from '../scheduling/cancellation';
import { type TypedSearch, parseSearchText } from './parseSearchText';

/**
 * Somebody at a list in the editor has an answer or a reason within ten seconds: no call starts after
 * so many milliseconds, and each is given up after `timeout`.
 */
const longestWait = 5_000;
const timeout = 4_500;

interface EditorChannel {
	channel: Channel;
	/** How phone numbers are written in the channel. */
	phoneNumbers: PhoneNumberSettings;
}

/** The channel for a list in the editor: it keeps to the rate limit together with all workflows. */
export async function createListClient(context: CallingContext): Promise<EditorChannel> {
	const credential = await readCredential(context);
	const calls = openRequestContext(context, credential, new CancellationToken());
	const callApi = callerForEditor(calls, (kind) => queueFor(credential, kind));
	return {
		channel: createChannel(callApi, credential.channelType),
		phoneNumbers: phoneNumberSettingsOf(credential.decrypted.data ?? {}),
	};
}

/** Makes the calls of one list, and gives up on those that can't start soon. */
export function callerForEditor(
	calls: RequestContext,
	queueOf: (kind: RateLimitBucket) => Pick<RateLimitedQueue, 'rate' | 'msUntilNext'>,
): SendRequest {
	void calls.clock.sleep(longestWait).then(() => {
		calls.stop.cancel();
	});
	const callApi = createReader(calls, timeout);
	return async (call) => {
		const { kind } = call;
		const queue = queueOf(kind);
		const usedUp = () => {
			const [{ limit }, wait] = [queue.rate, queue.msUntilNext()];
			return new ApiError({ reason: 'limitUsedUp', outcome: 'notDone', kind, limit, wait });
		};
		if (queue.msUntilNext() > longestWait) throw usedUp();
		return await callApi(call).catch((error: unknown) => {
			throw error instanceof ApiError && error.reason === 'cancelled' ? usedUp() : error;
		});
	};
}

/** Returns a list with a hint in place of n8n's "No results". The editor cuts longer texts. */
function hint(name: string): INodeListSearchResult {
	// Selecting it leaves the parameter empty, and n8n rejects an empty parameter.
	return { results: [{ name, value: '' }] };
}

const whatToType = 'Type a name, phone, email, ID, or city=Lugo';

/** The service compares whole values. */
const nothingFound = 'Enter the complete value, such as Ana Vega';

/** How the service may answer where it has no contact of an identifier: the document doesn't say. */
const notFound: readonly ApiErrorReason[] = ['contactNotFound', 'refused', 'unreadable'];

/** A contact as the list shows it: whatever tells people apart, and the identifier. */
function labelOf(contact: Contact, contactId: string): string {
	const fields = fieldsOf(contact);
	const details = [fields.phone, fields.email].filter(Boolean).join(', ');
	return [nameOf(contact), details, contactId].filter((part) => part !== '').join(' – ');
}

async function getIfThere(channel: Channel, contactId: string): Promise<Contact[]> {
	if (!canBeIdentifier(contactId)) return [];
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
		const { firstName: given } = fieldsOf(contact);
		// How it is spelled in cases doesn't matter.
		return typeof given === 'string' && given.toLowerCase() === firstName.toLowerCase();
	});
	return { search, contacts: meant, hasNext };
}

/**
 * The contacts that the editor lists for what is typed into its search (section 4.2, Find contacts
 * by custom field, and section 4.3, Get contact by ID). The service lists nobody without a search.
 *
 * @param paginationToken as this function gave it: the number of the next page, and which of the
 * searches go on
 */
export async function searchContacts(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	if (filter.trim() === '') return hint(whatToType);
	const { channel, phoneNumbers } = await createListClient(this);
	const groups = parseSearchText(filter, phoneNumbers);
	if (groups.length === 0) return hint(whatToType);
	const all = groups.flat();
	const [page = 1, ...goOn] = paginationToken?.split(' ').map(Number) ?? [];
	const wanted =
		paginationToken === undefined ? groups : [all.filter((_, position) => goOn.includes(position))];
	try {
		for (const searches of wanted) {
			const found = await Promise.all(
				searches.map(async (search) => await find(channel, search, page)),
			);
			const results = listed(found.flatMap(({ contacts }) => contacts));
			const goingOn = found
				.filter(({ hasNext }) => hasNext)
				.map(({ search }) => all.indexOf(search));
			if (goingOn.length > 0) {
				return { results, paginationToken: [page + 1, ...goingOn].join(' ') };
			}
			if (results.length > 0) return { results };
		}
		return paginationToken === undefined ? hint(nothingFound) : { results: [] };
	} catch (error) {
		const { title, advice = title } = errorTextOf(error);
		const message = `Contacts could not be searched: ${title}`;
		throw new NodeOperationError(this.getNode(), message, { description: advice });
	}
}

/** Each contact once, in the order in which they were found. */
function listed(contacts: readonly Contact[]): INodeListSearchItems[] {
	const items = new Map<string, INodeListSearchItems>();
	for (const contact of contacts) {
		const value = identifierOf(contact);
		if (value !== undefined) items.set(value, { name: labelOf(contact, value), value });
	}
	return [...items.values()];
}

/** The names that most searches use come first; the others follow in alphabetical order. */
const usual: readonly string[] = ['phone', 'email', 'customerid', 'firstName', 'lastName'];

const names = [...usual, ...documentedFieldNames.filter((name) => !usual.includes(name)).sort()];

/**
 * Returns the custom field names that match the search text. The service has no list of all names,
 * so these are the documented ones (section 2, Resources and their fields).
 */
export async function searchCustomFieldNames(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const found = names.filter((name) => name.toLowerCase().includes(wanted));
	return await Promise.resolve({ results: found.map((name) => ({ name, value: name })) });
}
