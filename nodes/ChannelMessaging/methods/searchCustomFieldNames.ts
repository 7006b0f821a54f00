import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { documentedFieldNames } from '../client/model';

const usual: readonly string[] = ['phone', 'email', 'customerid', 'firstName', 'lastName'];

const names = [...usual, ...documentedFieldNames.filter((name) => !usual.includes(name)).sort()];

/**
 * Searches the documented names. The service can't list the custom fields of a channel, so any other
 * text is the name of a custom field.
 */
export async function searchCustomFieldNames(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const text = filter.trim();
	const found = names.filter((name) => name.toLowerCase().includes(text.toLowerCase()));
	const listed = found.length > 0 ? found : [text];
	return await Promise.resolve({ results: listed.map((name) => ({ name, value: name })) });
}
