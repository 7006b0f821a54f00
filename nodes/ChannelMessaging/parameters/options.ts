import type { INodeProperties } from 'n8n-workflow';

import { assertComplete, assertNoPlaceholder } from './assertIdentifies';
import { ParameterError } from './parameterError';
import type { HintedProperty, ParameterValue, ParameterSet } from './parameterTypes';
import { quotedOrKind } from './quoted';
import {
	choiceField,
	readBoolean,
	readChoice,
	readCollection,
	readFilledText,
	readNumber,
} from './readers';
import type { RequestSettings } from '../client/types';

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
	// The option is on by default, so that adding it is enough to prevent messages from being sent.
	default: true,
	noDataExpression: true,
	description:
		'Whether to only validate the items and find their contacts. The output shows the message and contact of each item, or what is wrong.',
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
			description: "The item fails, and the node's settings determine how to continue",
		},
		{
			name: 'Skip',
			value: 'skip',
			description: 'The node does nothing, and returns an item with the status skipped',
		},
	],
});

export const idempotencyKeyOption: HintedProperty = {
	displayName: 'Send Once per Key',
	name: 'sendOnceKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. offer-{{ $json.customerNumber }}',
	builderHint: {
		propertyHint:
			'Must be different for each message and contact, such as expr("welcome-{{ $json.contactId }}"). With a fixed text, only the first item is ever sent.',
	},
	description:
		'A key for each message, such as an order number, from the first execution on. Known keys are skipped. Several workers may send one twice.',
};

export const retryWhenUnsureOption: INodeProperties = {
	displayName: 'Retry When Unsure',
	name: 'resendWhenUnsure',
	type: 'boolean',
	default: false,
	description:
		"Whether to retry when it's unclear if the first attempt succeeded. This can cause duplicates.",
};

const timeoutOption: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	default: 60,
	typeOptions: { minValue: 1 },
	description: 'How long to wait for a response from the service',
};

const collection = { displayName: 'Options', name: 'options' };

/** Adds the timeout option, which all operations have. */
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
 * @param offered the options of the selected operation, because n8n also keeps options of
 * previously selected operations
 */
export function readRequestSettings(
	parameters: ParameterSet,
	offered: readonly INodeProperties[],
): RequestSettings {
	const options = optionsOf(parameters);
	const has = (option: INodeProperties) => offered.includes(option) && options.has(option);
	return {
		timeoutMs: readTimeoutSeconds(options.get(timeoutOption)) * 1_000,
		retryWhenUnsure: has(retryWhenUnsureOption) && readBoolean(options.get(retryWhenUnsureOption)),
		// An empty key is an error, because the message would be sent without duplicate detection.
		...(has(idempotencyKeyOption) && {
			idempotencyKey: readKey(options.get(idempotencyKeyOption)),
		}),
	};
}

/** A key that lacks a part is an error, because all items without this part would share the key. */
function readKey(parameter: ParameterValue): string {
	const key = readFilledText(parameter).trim();
	assertComplete(parameter);
	assertNoPlaceholder(parameter, key, true);
	return key;
}

/** Applies to items that specify no contact, and to items whose contact isn't found. */
export function readSkipsMissingContact(
	parameters: ParameterSet,
	offered: readonly INodeProperties[],
): boolean {
	if (!offered.includes(ifContactNotFoundOption)) return false;
	return readChoice(optionsOf(parameters), ifContactNotFoundOption) === 'skip';
}

function readTimeoutSeconds({ value, label }: ParameterValue): number {
	// An expression that returns no value is `null`, which must not be replaced by the default.
	const seconds = readNumber(value === undefined ? timeoutOption.default : value);
	if (seconds > 0 && seconds <= 3_600) return seconds;
	throw new ParameterError(
		`${label} is ${quotedOrKind(value)}, which is not between 0 and 3600`,
		'Enter the maximum number of seconds to wait for a response.',
	);
}
