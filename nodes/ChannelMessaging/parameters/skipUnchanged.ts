import type { INodeProperties } from 'n8n-workflow';

export const skipUnchangedOption: INodeProperties = {
	displayName: 'Skip Unchanged',
	name: 'skipUnchanged',
	type: 'boolean',
	default: false,
	description:
		'Whether to skip the update if the contact already has these values and tags. If search results lag behind, a necessary update can be skipped.',
};
