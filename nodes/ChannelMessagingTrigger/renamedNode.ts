import type { IDataObject, INode } from 'n8n-workflow';

import { isRecord } from '../ChannelMessaging/client/isRecord';
import { storedSnapshot } from './storedSnapshot';

/**
 * Moves a renamed trigger's static data to its new name and removes data that belongs to another
 * node. n8n stores static data by node name. If the data weren't moved, a renamed trigger would
 * start over. Its old data would stay in every execution, or reappear if the name were reused.
 *
 * @param context a context whose `workflow` has the static data of all nodes. If it doesn't, only
 * the data of another node is removed.
 * @param data the static data under the node's current name
 */
export function moveRenamedData(
	context: object,
	{ id, name }: Pick<INode, 'id' | 'name'>,
	data: IDataObject,
): void {
	const isOfOther = (storedSnapshot(data)?.nodeId ?? id) !== id;
	if (isOfOther) for (const key of Object.keys(data)) Reflect.deleteProperty(data, key);
	const workflow: unknown = Reflect.get(context, 'workflow');
	const staticData = isRecord(workflow) ? workflow.staticData : undefined;
	if (!isRecord(staticData)) return;
	for (const [key, leftover] of Object.entries(staticData)) {
		if (key === `node:${name}` || !isRecord(leftover) || leftover.nodeId !== id) continue;
		const stored = storedSnapshot(leftover);
		if (stored === undefined) continue;
		if (Object.keys(data).length === 0) Object.assign(data, stored);
		Reflect.deleteProperty(staticData, key);
	}
}
