import { type CustomFieldReference, keyOf } from '../../contacts/contactReference';
import type { CallSettings } from '../../requests/apiCaller';
import type { ReadItem } from '../readItems';

/** A contact that has to be found, and the items that are for it. */
export interface ContactSearch {
	reference: CustomFieldReference;
	/** Those of the first of the items. */
	settings: CallSettings;
	/** Where the items are among all. */
	positions: number[];
}

/** The searches that the items need before they can be done: each once, in the items' order. */
export function searchesFor(items: readonly ReadItem[]): ContactSearch[] {
	const searches = new Map<string, ContactSearch>();
	for (const [position, read] of items.entries()) {
		if (read.kind === 'invalid' || read.item.kind !== 'forContact') continue;
		const { contact, settings } = read.item;
		if (contact.kind === 'id') continue;
		const key = keyOf(contact);
		const search = searches.get(key);
		if (search === undefined) {
			searches.set(key, { reference: contact, settings, positions: [position] });
		} else {
			search.positions.push(position);
		}
	}
	return [...searches.values()];
}
