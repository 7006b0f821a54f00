import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { inARow, newNode, outputOf, type Workflow } from '../n8n';
import { until } from '../n8n/until';
import { type Running, theRunning } from './running';

const triggerName = 'Channel Messaging Trigger';

/** Milliseconds for what a poll must bring about. */
const patience = 60_000;

/** n8n's own intervals begin at a minute; in n8n 1 and 2.8 a cron expression may name each second. */
const everySecond = { item: [{ mode: 'custom', cronExpression: '0-59 * * * * *' }] };

/** A published workflow that the trigger starts. */
export interface PublishedTrigger {
	readonly workflowId: string;
	/** Resolves when so many polls have begun and ended from now on, also those that failed. */
	polls(count: number): Promise<void>;
	/** The items of all executions, in their order. */
	events(): Promise<readonly IDataObject[]>;
	/** Waits for so many events in all, and then for two further polls. */
	eventsWhen(count: number): Promise<readonly IDataObject[]>;
}

/** A workflow of the trigger and a node behind it. */
export function triggerWorkflow(
	parameters: INodeParameters,
	{ credential: { id, name } }: Pick<Running, 'credential'> = theRunning(),
): Workflow {
	const trigger = newNode(triggerName, ['n8n-nodes-channel-messaging.channelMessagingTrigger', 1], {
		pollTimes: everySecond,
		...parameters,
	});
	return {
		name: expect.getState().currentTestName?.slice(-120) ?? 'Workflow',
		nodes: [
			{ ...trigger, id: 'trigger', credentials: { channelMessagingApi: { id, name } } },
			newNode('Follow Up', ['n8n-nodes-base.noOp', 1]),
		],
		connections: inARow(triggerName, 'Follow Up'),
		settings: { executionOrder: 'v1' },
	};
}

/** How many polls have begun. */
function pollsOf({ requests }: Running['service']): number {
	return requests.filter(({ path }) => path.includes('/by_custom_field') && !path.includes('page='))
		.length;
}

/** Publishes a workflow, anew if it is published already: n8n polls at once then, in every release. */
export async function pollNow(
	workflowId: string,
	{ client, service }: Pick<Running, 'client' | 'service'> = theRunning(),
): Promise<void> {
	await client.deactivateWorkflow(workflowId);
	const before = pollsOf(service);
	await client.activateWorkflow(workflowId);
	// n8n 2.41 answers before it polls.
	await until({ within: patience, waitingFor: 'n8n to poll' }, () =>
		Promise.resolve(pollsOf(service) > before ? true : undefined),
	);
}

/** Stores a workflow of the trigger, publishes it, and waits for its first poll. */
export async function publishTrigger(
	parameters: INodeParameters,
	place: Pick<Running, 'client' | 'credential' | 'service'> = theRunning(),
): Promise<PublishedTrigger> {
	const { id: workflowId } = await place.client.createWorkflow(triggerWorkflow(parameters, place));
	await pollNow(workflowId, place);
	const polls = async (count: number) => {
		// The poll that has begun meanwhile tells that the last one has ended.
		const awaited = pollsOf(place.service) + count + 1;
		await until({ within: patience, waitingFor: `${String(count)} polls` }, () =>
			Promise.resolve(pollsOf(place.service) >= awaited ? true : undefined),
		);
	};
	const events = async () => {
		// A restart gives another one.
		const { client } = place;
		const executions = await client.listExecutions(workflowId);
		const items: IDataObject[][] = [];
		for (const { id, status } of [...executions].reverse()) {
			if (status === 'error') continue;
			const execution = await client.waitForExecution(id);
			items.push(outputOf(execution, 'Follow Up').map(({ json }) => json as IDataObject));
		}
		return items.flat();
	};
	return {
		workflowId,
		polls,
		events,
		eventsWhen: async (count) => {
			await until({ within: patience, waitingFor: `${String(count)} events` }, async () =>
				(await events()).length >= count ? true : undefined,
			);
			await polls(2);
			return await events();
		},
	};
}
