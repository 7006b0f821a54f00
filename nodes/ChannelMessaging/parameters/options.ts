import type { INodeProperties } from 'n8n-workflow';

import { messagesPerMinuteOption, readMessageIntervalMs } from './messagesPerMinute';
import type { ItemParameters, ParameterSet } from './parameterTypes';
import { readCollection } from './readCollection';
import { choiceField, readChoice } from './readChoice';
import { readBoolean } from './readBoolean';
import { readSendingHours, sendingHoursOption } from './sendingHoursOption';
import { readTimeoutSeconds, timeoutOption } from './timeoutOption';
import type { RequestSettings } from '../client/requestSettings';

export const forceCancelSurveyOption: INodeProperties = {
	displayName: 'Cancel Running Survey',
	name: 'forceCancelSurvey',
	type: 'boolean',
	default: false,
	description:
		'Whether to cancel the survey that is running with the contact. A survey is an automated conversation in the channel.',
};

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

export const ifContactNotFoundOption = choiceField({
	displayName: 'If Contact Not Found',
	name: 'ifContactNotFound',
	type: 'options',
	default: 'fail',
	description: 'What to do if no contact matches',
	options: [
		{
			name: 'Fail',
			value: 'fail',
			description:
				"The item fails, and 'On Error' in the node's settings determines what happens next",
		},
		{
			name: 'Skip',
			value: 'skip',
			description: 'The node does nothing and returns an item with the status skipped',
		},
	],
});

export const retryWhenUnsureOption: INodeProperties = {
	displayName: 'Retry When Unsure',
	name: 'resendWhenUnsure',
	type: 'boolean',
	default: false,
	description:
		"Whether to retry when it's unclear if the first attempt succeeded. This can cause duplicates.",
};

export const skipUnchangedOption: INodeProperties = {
	displayName: 'Skip Unchanged',
	name: 'skipUnchanged',
	type: 'boolean',
	default: false,
	description:
		'Whether to skip the update if the contact already has these values and tags. If search results lag behind, a necessary update can be skipped.',
};

export const sendIdenticalMessagesOption: INodeProperties = {
	displayName: 'Send Identical Messages',
	name: 'sendEqualMessages',
	type: 'boolean',
	default: false,
	displayOptions: { show: { '@tool': [true] } },
	description:
		'Whether to send a message even if an identical one was recently sent to the contact. By default, it is skipped because models repeat calls.',
};

const collection = { displayName: 'Options', name: 'options' };

/** Also adds the timeout, which all operations support. */
export function optionsField(options: readonly INodeProperties[]): INodeProperties {
	return {
		...collection,
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		options: [...options, timeoutOption].sort((one, other) =>
			one.displayName.localeCompare(other.displayName),
		),
	};
}

export function optionsOf(parameters: ParameterSet) {
	return readCollection(parameters.get(collection));
}

export function readBooleanOption(parameters: ParameterSet, option: INodeProperties): boolean {
	return readBoolean(optionsOf(parameters).get(option));
}

/**
 * @param offered the options of the current operation. Others are ignored because n8n keeps the
 * options of previously selected operations.
 */
export function readRequestSettings(
	parameters: ItemParameters,
	offered: readonly INodeProperties[],
): RequestSettings {
	const options = optionsOf(parameters);
	const has = (option: INodeProperties) => offered.includes(option) && options.has(option);
	return {
		timeoutMs: readTimeoutSeconds(options.get(timeoutOption)) * 1_000,
		retryWhenUnsure: has(retryWhenUnsureOption) && readBoolean(options.get(retryWhenUnsureOption)),
		...(has(sendingHoursOption) && {
			sendingWindow: readSendingHours(options.get(sendingHoursOption), parameters),
		}),
		...(has(messagesPerMinuteOption) && {
			messageIntervalMs: readMessageIntervalMs(
				options.get(messagesPerMinuteOption),
				parameters.credential,
			),
		}),
	};
}

/** Returns whether to skip items whose contact doesn't exist or isn't specified. */
export function readSkipsMissingContact(
	parameters: ParameterSet,
	offered: readonly INodeProperties[],
): boolean {
	if (!offered.includes(ifContactNotFoundOption)) return false;
	return readChoice(optionsOf(parameters), ifContactNotFoundOption) === 'skip';
}
