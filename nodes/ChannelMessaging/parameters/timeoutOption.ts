import type { INodeProperties } from 'n8n-workflow';

import { ParameterError } from './parameterError';
import type { ParameterValue } from './parameterTypes';
import { quotedOrKind } from './quoted';
import { readNumber } from './readNumber';

export const timeoutOption: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	default: 60,
	typeOptions: { minValue: 1 },
	description: 'How long to wait for a response from the service',
};

export function readTimeoutSeconds({ value, label }: ParameterValue): number {
	// An expression without a result returns `null`, which must not become the default.
	const seconds = readNumber(value === undefined ? timeoutOption.default : value);
	if (seconds > 0 && seconds <= 3_600) return seconds;
	throw new ParameterError(
		`${label} is ${quotedOrKind(value)}, which is not between 0 and 3600`,
		'Enter the maximum number of seconds to wait for a response.',
	);
}
