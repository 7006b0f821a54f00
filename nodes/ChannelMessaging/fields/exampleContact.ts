import type { INodeProperties } from 'n8n-workflow';

/** Read in the editor only: it makes the list of custom field names longer. */
export const exampleContactOption: INodeProperties = {
	displayName: 'Example Contact',
	name: 'exampleContact',
	type: 'string',
	default: '',
	placeholder: 'e.g. cus_1000457',
	description:
		'The identifier of a contact whose custom fields the list of names offers too. It changes nothing in a run.',
	displayOptions: { show: { '/mappingMode': ['defineBelow'] } },
};
