import type { INodeProperties } from 'n8n-workflow';

import type { ChannelCredential } from '../client/credential';
import { ParameterError } from './parameterError';
import type { ParameterValue } from './parameterTypes';
import { quotedOrKind } from './quoted';
import { readNumber } from './readNumber';

export const messagesPerMinuteOption: INodeProperties = {
	displayName: 'Messages per Minute',
	name: 'messagesPerMinute',
	type: 'number',
	default: 60,
	typeOptions: { minValue: 1, numberPrecision: 0 },
	description:
		'The maximum pace of this execution, for example so that your team has time to answer all replies',
};

const minuteMs = 60_000;

export function readMessageIntervalMs(
	{ value, label }: ParameterValue,
	{ messagesPerSecond }: Pick<ChannelCredential, 'messagesPerSecond'>,
): number {
	const perMinute = readNumber(value);
	const max = messagesPerSecond * 60;
	if (perMinute > 0 && perMinute <= max) return minuteMs / perMinute;
	throw new ParameterError(
		`${label} is ${quotedOrKind(value)}, which is not between 1 and ${String(max)}`,
		"Enter a pace up to the credential's 'Messages per Second', or remove the option.",
	);
}
