import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { documentedFieldNames } from '../client/documentedFieldNames';

const usual: readonly string[] = ['phone', 'email', 'customerid', 'firstName', 'lastName'];

const names = [...usual, ...documentedFieldNames.filter((name) => !usual.includes(name)).sort()];

/**
 * Searches the documented custom field names. The service can't list a channel's own custom fields,
 * so any other text is also offered as a name.
 */
export async function searchCustomFieldNames(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const text = filter.trim();
	const found = names.filter((name) => name.toLowerCase().includes(text.toLowerCase()));
	const results = found.map((name) => ({ name, value: name }));
	if (text !== '' && !found.includes(text)) {
		results.push({ name: `${text} (spelling not checked)`, value: text });
	}
	return await Promise.resolve({ results });
}
