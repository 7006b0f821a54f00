import type { INodeProperties } from 'n8n-workflow';

import type { SendingWindow } from '../scheduling/nextSendingTime';
import { messagesPerMinuteOption, readMessageIntervalMs } from './messagesPerMinute';
import { optionsOf } from './optionsCollection';
import type { ItemParameters } from './parameterTypes';
import { readBoolean } from './readBoolean';
import { readSendingHours, sendingHoursOption } from './sendingHoursOption';
import { readTimeoutSeconds, timeoutOption } from './timeoutOption';
import { retryWhenUnsureOption } from './retryWhenUnsure';

export interface RequestSettings {
	timeoutMs: number;
	/** Whether to retry requests whose outcome is unknown, at the risk of duplicates. */
	retryWhenUnsure: boolean;
	sendingWindow?: SendingWindow;
	messageIntervalMs?: number;
}

/**
 * @param offered the options of the current operation. All other options are ignored because n8n
 * keeps the options of previously selected operations.
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
