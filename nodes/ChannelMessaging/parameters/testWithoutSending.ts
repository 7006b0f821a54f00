import type { INodeProperties } from 'n8n-workflow';

export const testWithoutSendingOption: INodeProperties = {
	displayName: 'Test Without Sending',
	name: 'checkWithoutSending',
	type: 'boolean',
	// Defaults to `true` so that adding the option turns on the test.
	default: true,
	noDataExpression: true,
	description:
		"Whether to validate items and find contacts without sending anything. With 'On Error' set to 'Continue', the output also shows why items can't be sent.",
};
