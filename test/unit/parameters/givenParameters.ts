import type { IDataObject } from 'n8n-workflow';

import type { ChannelType } from '../../../nodes/ChannelMessaging/client/channel';
import {
	type ItemParameters,
	parametersBy,
} from '../../../nodes/ChannelMessaging/parameters/parameter';
import type { PhoneNumberSettings } from '../../../nodes/ChannelMessaging/parameters/phoneNumber';

/** Parameters of an item; what isn't given is null, as it is when the node asks n8n. */
export function givenParameters(
	values: Readonly<Record<string, unknown>>,
	input: IDataObject = {},
	channelType: ChannelType = 'other',
	phoneNumbers: PhoneNumberSettings = { format: 'e164' },
): ItemParameters {
	return {
		...parametersBy((name) => values[name] ?? null),
		channelType: () => channelType,
		phoneNumbers: () => phoneNumbers,
		input: () => input,
		timeZone: () => 'UTC',
	};
}
