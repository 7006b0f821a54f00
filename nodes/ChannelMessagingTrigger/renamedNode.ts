import type { IDataObject, INode } from 'n8n-workflow';

import { isRecord } from '../ChannelMessaging/client/model';
import { storedSnapshot } from './snapshot';

/**
 * Moves static data that n8n has stored under a node's earlier name to the current name. n8n stores
 * static data by node name, so a renamed trigger would start over, and the old data would remain in
 * every execution, or reappear if the name is reused. Removes data of another node that had the
 * same name.
 *
 * @param context n8n's context, whose `workflow` contains the static data of all nodes. If it
 * doesn't, only data of another node is removed.
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
		if (key === `node:${name}` || !isRecord(leftover)) continue;
		const stored = storedSnapshot(leftover);
		if (stored?.nodeId !== id) continue;
		if (Object.keys(data).length === 0) Object.assign(data, stored);
		Reflect.deleteProperty(staticData, key);
	}
}
