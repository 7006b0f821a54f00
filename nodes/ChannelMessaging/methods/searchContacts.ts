import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { type Contact, identifierOf } from '../api/contact';
import { isRecord } from '../api/record';
import { editorChannel } from './editorChannel';
import { listError } from './listError';

/** What somebody who looks for a contact types: the custom field is told from the text itself. */
function searchOf(filter: string): { fieldName: string; fieldValue: string } {
	const text = filter.trim();
	const sign = text.indexOf('=');
	if (sign > 0) {
		return { fieldName: text.slice(0, sign).trim(), fieldValue: text.slice(sign + 1).trim() };
	}
	return { fieldName: text.includes('@') ? 'email' : 'phone', fieldValue: text };
}

/** A contact as the list shows it: whatever tells people apart, and the identifier. */
function nameOf(contact: Contact, contactId: string): string {
	const fields = isRecord(contact.custom_fields) ? contact.custom_fields : {};
	const name = [fields.firstName, fields.lastName].filter(Boolean).join(' ');
	const details = [fields.phone, fields.email].filter(Boolean).join(', ');
	return [name, details, contactId].filter((part) => part !== '').join(' – ');
}

/**
 * The contacts that the editor lists for what is typed into its search (section 4.2, Find contacts
 * by custom field). The service lists nobody without a search.
 *
 * @param paginationToken the number of the next page, as this function gave it
 */
export async function searchContacts(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '1',
): Promise<INodeListSearchResult> {
	const { fieldName, fieldValue } = searchOf(filter);
	if (fieldValue === '') return { results: [] };
	const page = Number(paginationToken);
	const channel = await editorChannel(this);
	try {
		const { contacts, hasNext } = await channel.findContacts(fieldName, fieldValue, page);
		return {
			results: contacts.flatMap((contact) => {
				const contactId = identifierOf(contact);
				return contactId === undefined
					? []
					: [{ name: nameOf(contact, contactId), value: contactId }];
			}),
			...(hasNext ? { paginationToken: String(page + 1) } : {}),
		};
	} catch (error) {
		const what = `Contacts with the ${fieldName} '${fieldValue}' could not be searched`;
		throw listError(this, error, what, 'Check the credential, then search again.');
	}
}
