import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { documentedFieldNames } from '../api/contact';

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
