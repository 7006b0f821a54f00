import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../../api/record';
import type { CallSettings } from '../../requests/callSettings';
import type { ItemParameters } from '../itemParameters';
import { ParameterError } from '../parameterError';
import { readBoolean } from '../values/boolean';
import { readNumber } from '../values/number';
import { readFilledText } from '../values/text';

export const forceCancelSurveyOption: INodeProperties = {
	displayName: 'Cancel Running Survey',
	name: 'forceCancelSurvey',
	type: 'boolean',
	default: false,
	description:
		'Whether to cancel a survey that is running with the contact; otherwise the survey is kept',
};

export const checkWithoutSendingOption: INodeProperties = {
	displayName: 'Check Without Sending',
	name: 'checkWithoutSending',
	type: 'boolean',
	// What it is when somebody adds it: nothing goes out because a switch was overlooked.
	default: true,
	noDataExpression: true,
	description:
		'Whether to only check all items and find their contacts. Nothing is sent; what would be sent comes out.',
};

export const ifContactNotFoundOption: INodeProperties = {
	displayName: 'If Contact Not Found',
	name: 'ifContactNotFound',
	type: 'options',
	default: 'fail',
	description: 'What becomes of an item whose contact the service does not know',
	options: [
		{
			name: 'Fail',
			value: 'fail',
			description: "The item fails; the node's settings say what happens then",
		},
		{ name: 'Skip', value: 'skip', description: 'The item is left out, and its output says so' },
	],
};

export const idempotencyKeyOption: INodeProperties = {
	displayName: 'Send Once Per Key',
	name: 'sendOnceKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.orderNumber }}',
	description:
		'What the message is about, such as an order number. A message is skipped if this node already sent one with the same key, in this or an earlier execution. Several n8n workers at once may still send a key twice.',
};

export const resendWhenUnsureOption: INodeProperties = {
	displayName: 'Resend When Unsure',
	name: 'resendWhenUnsure',
	type: 'boolean',
	default: false,
	description:
		'Whether to make a call again that may have been done already, because the connection was lost or the service failed. It may then be done twice.',
};

const defaultTimeoutSeconds = 60;

export const timeoutOption: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	default: defaultTimeoutSeconds,
	typeOptions: { minValue: 1 },
	description: 'How long to wait for an answer of the service',
};

/** The Options collection of an operation, with what the operation offers. */
export function optionsField(options: readonly INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		options: [...options].sort((one, other) => one.displayName.localeCompare(other.displayName)),
	};
}

/** Whether a switch of the Options collection is on; off where it wasn't added. */
export function readSwitch(
	parameters: ItemParameters,
	{ name, displayName }: INodeProperties,
): boolean {
	return readBoolean(readOption(parameters, name), `'${displayName}'`);
}

/** The text of an option, which must not be empty; undefined where the option wasn't added. */
export function readTextOption(
	parameters: ItemParameters,
	{ name, displayName }: INodeProperties,
): string | undefined {
	if (!hasOption(parameters, name)) return undefined;
	return readFilledText(readOption(parameters, name), `'${displayName}'`);
}

/** Whether an item is skipped where its contact isn't found; it fails where nothing was chosen. */
export function readSkipsMissingContact(parameters: ItemParameters): boolean {
	const { name, displayName } = ifContactNotFoundOption;
	const chosen = readOption(parameters, name) ?? ifContactNotFoundOption.default;
	if (chosen === 'skip' || chosen === 'fail') return chosen === 'skip';
	throw new ParameterError(
		`'${displayName}' is not one of its choices`,
		'Choose one from the list, or have the expression give fail or skip.',
	);
}

/**
 * How the calls of an item are to be made.
 *
 * @param offered the options of the operation: what is left over from another one counts for nothing
 */
export function readCallSettings(
	parameters: ItemParameters,
	offered: readonly INodeProperties[],
): CallSettings {
	return {
		timeout: readTimeoutSeconds(parameters) * 1_000,
		resendWhenUnsure:
			offered.includes(resendWhenUnsureOption) && readSwitch(parameters, resendWhenUnsureOption),
		...(offered.includes(idempotencyKeyOption) ? readIdempotencyKey(parameters) : {}),
	};
}

/** Nothing where the option wasn't added. Without its key the message would go out again: none is empty. */
function readIdempotencyKey(parameters: ItemParameters): Pick<CallSettings, 'idempotencyKey'> {
	const idempotencyKey = readTextOption(parameters, idempotencyKeyOption);
	return idempotencyKey === undefined ? {} : { idempotencyKey };
}

function readTimeoutSeconds(parameters: ItemParameters): number {
	const seconds = readNumber(readOption(parameters, timeoutOption.name) ?? defaultTimeoutSeconds);
	if (!Number.isFinite(seconds) || seconds <= 0 || seconds > 3_600) {
		throw new ParameterError(
			`'${timeoutOption.displayName}' is not between 0 and 3600`,
			'Enter how many seconds to wait for an answer of the service.',
		);
	}
	return seconds;
}

/** Whether an option was added, also where its expression gives nothing. */
export function hasOption(parameters: ItemParameters, name: string): boolean {
	return name in readOptions(parameters);
}

/** The value of an option; undefined where it wasn't added. */
export function readOption(parameters: ItemParameters, name: string): unknown {
	return readOptions(parameters)[name];
}

function readOptions(parameters: ItemParameters): Readonly<Record<string, unknown>> {
	const options = parameters.value('options') ?? {};
	if (isRecord(options)) return options;
	throw new ParameterError(
		"'Options' is not a collection of options",
		'Add the options one by one, and use expressions for their values only.',
	);
}
