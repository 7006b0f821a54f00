import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { documentedFieldNames } from '../api/contact';

/**
 * The names of custom fields that the editor lists: those that the document shows (section 2,
 * Resources and their fields). The complete set of a channel can't be asked for.
 */
export async function searchCustomFieldNames(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const names = [...documentedFieldNames]
		.filter((name) => name.toLowerCase().includes(wanted))
		.sort((one, other) => one.localeCompare(other));
	return await Promise.resolve({ results: names.map((name) => ({ name, value: name })) });
}
