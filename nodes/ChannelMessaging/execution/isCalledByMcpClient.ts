import type { IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';

/**
 * Returns whether an MCP client calls the node. Depending on the release and mode, n8n runs such a
 * call before its execution exists, or in its own execution.
 */
export function isCalledByMcpClient(context: IExecuteFunctions): boolean {
	const parent: unknown = Reflect.get(context, 'parentNode');
	return isRecord(parent) && String(parent.type).endsWith('.mcpTrigger');
}
