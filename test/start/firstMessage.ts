import { type Execution, lastRun, type N8nClient } from '../n8n';
import type { Service } from '../service';

/** What came of the first message. */
export interface FirstMessage {
	readonly execution: Execution;
	/** What the service received while the workflow ran. */
	readonly received: Service['messages'];
	readonly arrivedOnce: boolean;
}

const patience = 60_000;

/** Runs the workflow, and looks at what arrived. */
export async function sendFirstMessage(
	n8n: Pick<N8nClient, 'runWorkflow'>,
	service: Service,
	workflowId: string,
): Promise<FirstMessage> {
	const before = service.messages.length;
	const execution = await n8n.runWorkflow(workflowId, patience);
	const received = service.messages.slice(before);
	return {
		execution,
		received,
		arrivedOnce: execution.status === 'success' && received.length === 1,
	};
}

/** Tells it in words. */
export function describeFirstMessage({ execution, received, arrivedOnce }: FirstMessage): string {
	const node = execution.lastNode;
	const items = node === undefined ? [] : lastRun(execution, node).outputs.flat();
	const answers = items.map(({ json }) => JSON.stringify(json));
	const messages = received.map(
		({ contactId, item }) => `to contact ${contactId}: ${JSON.stringify(item)}`,
	);
	return [
		`  The execution ended: ${execution.status}`,
		...(execution.error ? [`  because: ${execution.error.message}`] : []),
		...answers.map((answer) => `  "${node ?? ''}" answered ${answer}`),
		...messages.map((message) => `  The service received a message ${message}`),
		arrivedOnce
			? '  The message arrived exactly once.'
			: `  Expected one message, but ${String(received.length)} arrived.`,
	].join('\n');
}
