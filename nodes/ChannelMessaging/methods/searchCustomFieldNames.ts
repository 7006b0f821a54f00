import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { documentedFieldNames } from '../channel/contact';
import { isRecord } from '../channel/record';
import { editorChannel } from '../execution/editorChannel';
import { exampleContactOption } from '../fields/exampleContact';
import { listError } from './listError';

/**
 * The names of custom fields that the editor lists: those that the document shows, and those of the
 * contact that the user named as an example. The complete set of a channel can't be asked for.
 */
export async function searchCustomFieldNames(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const names = new Set([...documentedFieldNames, ...(await namesOfExample(this))]);
	return {
		results: [...names]
			.filter((name) => name.toLowerCase().includes(wanted))
			.sort((one, other) => one.localeCompare(other))
			.map((name) => ({ name, value: name })),
	};
}

async function namesOfExample(context: ILoadOptionsFunctions): Promise<string[]> {
	const { name, displayName } = exampleContactOption;
	const given: unknown = context.getCurrentNodeParameter(`options.${name}`);
	const contactId = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
	if (contactId.trim() === '') return [];
	const channel = await editorChannel(context);
	try {
		const { custom_fields: fields } = await channel.getContact(contactId);
		return isRecord(fields) ? Object.keys(fields) : [];
	} catch (error) {
		const what = `'${displayName}' could not be read`;
		throw listError(context, error, what, `Check '${displayName}' in the options.`);
	}
}
