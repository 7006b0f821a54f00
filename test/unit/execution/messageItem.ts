import type { IDataObject } from 'n8n-workflow';

import {
	type DeliverableItem,
	prepareItem,
} from '../../../nodes/ChannelMessaging/execution/readItems';
import { send } from '../../../nodes/ChannelMessaging/operations/message/send';
import { itemParameters } from '../parameters/itemParameters';

export function messageItem(options: IDataObject): DeliverableItem {
	const values = { contactId: '7', messageType: 'text', text: 'Hi', options };
	const item = prepareItem(send, itemParameters(values));
	if (item.kind === 'skipped' || item.kind === 'failed') throw item.error;
	return item;
}
