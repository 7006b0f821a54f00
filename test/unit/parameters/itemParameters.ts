import type { IDataObject } from 'n8n-workflow';

import type { ChannelType } from '../../../nodes/ChannelMessaging/client/channelType';
import type { ItemParameters } from '../../../nodes/ChannelMessaging/parameters/parameterTypes';
import { parametersBy } from '../../../nodes/ChannelMessaging/parameters/parameterSet';
import type { PhoneNumberSettings } from '../../../nodes/ChannelMessaging/phoneNumbers/phoneNumberSettings';
import { testCredential } from '../execution/testNode';

/** Returns the parameters of an item. As in n8n, missing values are null. */
export function itemParameters(
	values: Readonly<Record<string, unknown>>,
	input: IDataObject = {},
	channelType: ChannelType = 'other',
	phoneNumbers: PhoneNumberSettings = { format: 'e164' },
): ItemParameters {
	return {
		...parametersBy((name) => values[name] ?? null),
		credential: { ...testCredential, channelType, phoneNumbers },
		input,
		files: {},
		createLink: undefined,
		timeZone: 'UTC',
	};
}
