import type { INodeProperties } from 'n8n-workflow';

import type { CallSettings } from '../delivery/place';
import type { ItemParameters } from './itemParameters';
import { hasOption, readOption } from './options';
import { readFilledText } from './text';

export const sendOnceKeyOption: INodeProperties = {
	displayName: 'Send Once Per Key',
	name: 'sendOnceKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.orderNumber }}',
	description:
		'What the message is sent once for, such as an order number. An item is skipped if this node has sent a message for the same key before, in this or an earlier execution. An empty key is refused.',
};

/**
 * What a message is sent once for; nothing where the option wasn't added. An expression that gives
 * nothing is refused, because without its key the message would go out again.
 */
export function readSendOnceKey(parameters: ItemParameters): Pick<CallSettings, 'sendOnceKey'> {
	const { name, displayName } = sendOnceKeyOption;
	if (!hasOption(parameters, name)) return {};
	return { sendOnceKey: readFilledText(readOption(parameters, name), `'${displayName}'`) };
}
