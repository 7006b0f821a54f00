import {
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
	NodeOperationError,
} from 'n8n-workflow';

import { ApiError } from '../client/apiError';
import type { Channel } from '../client/channel';
import { contactIdOf } from '../client/contactId';
import { isValidContactId } from '../client/contactPath';
import { readCredential } from '../client/credential';
import { fullNameOf } from '../client/fullName';
import { fieldsOf, fieldText } from '../client/customFieldText';
import type { Contact } from '../client/contact';
import { getIfExists } from '../contacts/getIfExists';
import { readSearchPage, type SearchPosition, searchStart } from '../contacts/searchPages';
import { escapedError, withoutHiding } from '../texts/escapedText';
import { errorTextOf } from '../execution/nodeError';
import { editorChannel } from './editorChannel';
import { parseContactPickerText, type TextSearch } from './parseContactPickerText';

/**
 * Searches contacts for the list in the editor. The service can't list all contacts, so an empty
 * search returns a hint.
 *
 * @param paginationToken the token that the previous page returned
 */
export async function searchContacts(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const credential = await readCredential(this);
	const groups = parseContactPickerText(filter, credential.phoneNumbers);
	if (groups.length === 0) return hint('Type a name, phone, email, ID, or city=Lugo');
	const channel = editorChannel(this, credential);
	const searches = groups.flat();
	const pendingGroups: PendingSearch[][] =
		paginationToken === undefined
			? groups.map((group) =>
					group.map((search) => ({ index: searches.indexOf(search), position: searchStart })),
				)
			: [parsePaginationToken(paginationToken)];
	try {
		for (const group of pendingGroups) {
			const pages = await Promise.all(
				group.map(async ({ index, position }) => {
					const search = searches[index];
					const page: FoundPage = search ? await find(channel, search, position) : { contacts: [] };
					return { index, ...page };
				}),
			);
			const results = itemsOf(pages.flatMap(({ contacts }) => contacts));
			const pending = pages.flatMap(({ index, next }) =>
				next === undefined ? [] : [{ index, position: next }],
			);
			if (pending.length > 0) return { results, paginationToken: paginationTokenOf(pending) };
			if (results.length > 0) return { results };
		}
	} catch (error) {
		const { title, advice = title } = errorTextOf(error);
		const message = escapedError(`Contacts could not be searched: ${title}`);
		throw new NodeOperationError(this.getNode(), message, { description: escapedError(advice) });
	}
	return paginationToken === undefined
		? hint('No contact has exactly this value')
		: { results: [] };
}

/**
 * Returns a list entry that replaces n8n's "No results". Selecting the entry leaves the parameter
 * empty. The text must be short because the editor truncates it.
 */
function hint(name: string): INodeListSearchResult {
	return { results: [{ name, value: '' }] };
}

function itemsOf(contacts: readonly Contact[]): INodeListSearchItems[] {
	const items = new Map<string, INodeListSearchItems>();
	for (const contact of contacts) {
		const value = contactIdOf(contact);
		if (value === undefined) continue;
		const { phone, email } = fieldsOf(contact);
		const details = [phone, email].filter(Boolean).join(', ');
		const name = [fullNameOf(contact), details, value].filter((part) => part !== '').join(' – ');
		items.set(value, { name: withoutHiding(name), value });
	}
	return [...items.values()];
}

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
 * Returns the contact with this ID, if it exists. The text may not be an ID at all, so a rejected
 * request also means that no contact was found.
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
