import { type CustomFieldReference, keyOf } from '../../contacts/contactReference';
import type { CallSettings } from '../../requests/callSettings';
import type { ValidItem } from '../readItems';

/** A contact that has to be found, and the items that are for it. */
export interface ContactSearch {
	reference: CustomFieldReference;
	/** Those of the first of the items. */
	settings: CallSettings;
	/** Where the items are among the valid ones. */
	positions: number[];
}

/** The searches that the items need before they can be done: each once, in the items' order. */
export function searchesFor(items: readonly ValidItem[]): ContactSearch[] {
	const searches = new Map<string, ContactSearch>();
	for (const [position, { item }] of items.entries()) {
		if (item.kind !== 'forContact' || item.contact.kind !== 'customField') continue;
		const key = keyOf(item.contact);
		const search = searches.get(key);
		if (search === undefined) {
			const { contact: reference, settings } = item;
			searches.set(key, { reference, settings, positions: [position] });
		} else {
			search.positions.push(position);
		}
	}
	return [...searches.values()];
}
