import type { INodeProperties } from 'n8n-workflow';

import type { CallSettings } from '../../requests/callSettings';
import type { ItemParameters } from '../itemParameters';
import { readFilledText } from '../values/text';
import { hasOption, readOption } from './options';

export const idempotencyKeyOption: INodeProperties = {
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
export function readIdempotencyKey(
	parameters: ItemParameters,
): Pick<CallSettings, 'idempotencyKey'> {
	const { name, displayName } = idempotencyKeyOption;
	if (!hasOption(parameters, name)) return {};
	return { idempotencyKey: readFilledText(readOption(parameters, name), `'${displayName}'`) };
}
