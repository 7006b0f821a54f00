import type { INodeProperties } from 'n8n-workflow';

export const forceCancelSurveyOption: INodeProperties = {
	displayName: 'Cancel Running Survey',
	name: 'forceCancelSurvey',
	type: 'boolean',
	default: false,
	description:
		'Whether to cancel the survey that is running with the contact. A survey is an automated conversation in the channel.',
};
