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
		'What the message is about, such as an order number. A message is skipped if this node already sent one with the same key, in this or an earlier execution. Several n8n workers at once may still send a key twice.',
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
