import type { INodeProperties } from 'n8n-workflow';

export const retryWhenUnsureOption: INodeProperties = {
	displayName: 'Retry When Unsure',
	name: 'resendWhenUnsure',
	type: 'boolean',
	default: false,
	description:
		"Whether to retry when it's unclear if the first attempt succeeded. This can cause duplicates.",
};
