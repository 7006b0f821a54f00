import type { IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';

/**
 * Returns whether the node is called by an MCP client. Depending on its release and mode, n8n runs
 * such a call either before the execution exists or in a separate execution.
 */
export function isCalledByMcpClient(context: IExecuteFunctions): boolean {
	const parent: unknown = Reflect.get(context, 'parentNode');
	return isRecord(parent) && String(parent.type).endsWith('.mcpTrigger');
}
