import type {
	ICredentialDataDecryptedObject,
	INode,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';

import { VirtualClock } from '../../../test/support/virtualClock';
import { contactOperation, sendText } from '../../../test/support/fixtures/parameters';
import type { ExecutionPlan, History, Range } from '../history/history';
import { executionContext } from './executionContext';
import { sendHttpRequest } from './httpHelper';
import { ProcessedItems } from './processedItems';
import { seededRandomNumbers } from './randomNumbers';
import type { RecordedAttempt, RecordedExecution, RecordedRequest, Recording } from './recording';
import { SimulatedService, tokens } from './service';
import { Worker } from './worker';

/** n8n's default pause between attempts (Retry On Fail), in milliseconds. */
const waitBetweenTriesMs = 1_000;

/** Runs a history on a virtual clock, and returns everything that the service and n8n saw. */
export async function simulate(history: History): Promise<Recording> {
	const { conditions, seed } = history;
	const clock = new VirtualClock();
	const random = seededRandomNumbers(seed);
	const service = new SimulatedService(conditions, clock, random);
	const processedItems = new ProcessedItems(clock);
	const startWorker = () => new Worker(clock, conditions.clockSkewMs, random);
	const workers = Array.from({ length: history.workers }, startWorker);
	const requests: RecordedRequest[] = [];
	const executions: RecordedExecution[] = [];
	const cancels: AbortController[] = [];
	const running = new Set<Promise<void>>();
	const eventTimes: number[] = [];

	const prepare = async () => {
		const [minMs, maxMs]: Range = conditions.writeMs;
		await clock.sleep(minMs + (maxMs - minMs) * random());
	};

	const execute = async (number: number, execution: RecordedExecution, signal: AbortSignal) => {
		const { plan } = execution;
		const index = plan.worker % history.workers;
		const worker = workers[index];
		if (worker === undefined) return;
		const node = nodeOf(plan);
		const items = itemsOf(plan, number);
		const executeData = { node: { name: node.name }, data: { main: [items] }, source: null };
		const attempt = async (attemptNumber: number): Promise<RecordedAttempt> => {
			const attempted: RecordedAttempt = { startedAt: clock.now() };
			execution.attempts.push(attempted);
			const sender = {
				...{ node, clock, service, prepare },
				...{ worker: index, execution: number, attempt: attemptNumber },
				record: (request: RecordedRequest) => requests.push(request),
			};
			const context = executionContext({
				node,
				workflowId: String(plan.workflow),
				mode: plan.mode,
				executeData,
				items,
				cancelSignal: signal,
				credential: (itemIndex) => credentialOf(plan, itemIndex, conditions),
				processedItems: processedItems.helpersFor(`${String(plan.workflow)} ${node.id}`),
				sendRequest: async (token, options, requestSignal) =>
					await worker.received(sendHttpRequest(sender, token, options, requestSignal)),
			});
			try {
				attempted.output = await worker.execute(context);
			} catch (error) {
				const { name, message, description } = error as Error & { description?: string };
				attempted.error = { name, message, description: description ?? '' };
			}
			attempted.endedAt = clock.now();
			return attempted;
		};
		// As n8n does, retries if the node throws, or if its first output item has an error. Doesn't
		// check whether the execution was stopped.
		for (let attemptNumber = 0; attemptNumber < plan.maxTries; attemptNumber += 1) {
			if (attemptNumber > 0) await clock.sleep(waitBetweenTriesMs);
			const { output } = await attempt(attemptNumber);
			if (output !== undefined && output[0]?.json['error'] === undefined) break;
		}
		execution.endedAt = clock.now();
	};

	const happen = async () => {
		for (const event of history.events) {
			await clock.sleep(event.afterMs);
			eventTimes.push(clock.now());
			if (event.kind === 'execution') {
				const cancel = new AbortController();
				const execution = { plan: event.execution, startedAt: clock.now(), attempts: [] };
				cancels.push(cancel);
				const number = executions.push(execution) - 1;
				const work = execute(number, execution, cancel.signal);
				running.add(work);
				void work.then(() => {
					running.delete(work);
				});
			} else if (event.kind === 'stop') {
				const execution = executions[event.execution];
				if (execution === undefined || execution.endedAt !== undefined) continue;
				execution.stoppedAt ??= clock.now();
				cancels[event.execution]?.abort();
			} else if (event.kind === 'crash') {
				const index = event.worker % history.workers;
				workers[index]?.crash();
				workers[index] = startWorker();
				for (const execution of executions) {
					const isLost = execution.plan.worker % history.workers === index;
					if (isLost && execution.endedAt === undefined) execution.crashedAt ??= clock.now();
				}
			} else {
				service.apply(event);
			}
		}
	};

	let isOver = false;
	void service.sendOthers(() => isOver);
	const happened = happen().then(async () => {
		await allEnded(executions, running, clock);
	});
	await clock.run(happened);
	isOver = true;
	return { history, requests, executions, eventTimes };
}

/** Waits until all executions have ended, except those whose process crashed. */
async function allEnded(
	executions: readonly RecordedExecution[],
	running: ReadonlySet<Promise<void>>,
	clock: VirtualClock,
): Promise<void> {
	const isRunning = ({ endedAt, crashedAt }: RecordedExecution) =>
		endedAt === undefined && crashedAt === undefined;
	while (executions.some(isRunning)) {
		await Promise.race([...running, clock.sleep(60_000)]);
	}
}

function nodeOf(plan: ExecutionPlan): INode {
	return {
		id: 'node',
		name: 'Channel Messaging',
		type: 'n8n-nodes-channel-messaging.channelMessaging',
		typeVersion: 1,
		position: [0, 0],
		parameters: parametersOf(plan),
		onError: plan.onError,
		retryOnFail: plan.maxTries > 1,
		maxTries: plan.maxTries,
	};
}

function parametersOf(plan: ExecutionPlan): INodeParameters {
	const options = {
		timeout: plan.timeoutSeconds,
		...(plan.keys > 0 && { sendOnceKey: '={{ $json.key }}' }),
		...(plan.retryWhenUnsure && { resendWhenUnsure: true }),
		...(plan.skipsMissingContact && { ifContactNotFound: 'skip' }),
	};
	const contactId = { __rl: true, mode: '={{ $json.mode }}', value: '={{ $json.contact }}' };
	const customFields = {
		field: [{ name: { __rl: true, mode: 'name', value: 'text' }, value: '={{ $json.text }}' }],
	};
	switch (plan.operation) {
		case 'send':
			return sendText({ contactId, options });
		case 'get':
			return contactOperation('get', { contactId, options });
		case 'addTags':
			return contactOperation('addTags', {
				contactId,
				tags: { tag: [{ name: '={{ $json.text }}' }] },
				options,
			});
		case 'create':
			return contactOperation('create', { customFields, options });
		case 'update':
			return contactOperation('update', { contactId, customFields, options });
	}
}

/** The text of each item's message, by which the oracles recognize it. */
export function textOf(execution: number, itemIndex: number): string {
	return `execution ${String(execution)}, item ${String(itemIndex)}`;
}

function itemsOf(plan: ExecutionPlan, execution: number): INodeExecutionData[] {
	return Array.from({ length: plan.items }, (_, itemIndex) => {
		const contact = itemIndex % plan.contacts;
		const mode = plan.identifiedBy[itemIndex % plan.identifiedBy.length] ?? 'id';
		const json = {
			mode,
			contact: mode === 'id' ? contactIdOf(contact) : phoneOf(contact),
			text: textOf(execution, itemIndex),
			...(plan.keys > 0 && { key: keyOf(plan, itemIndex) }),
		};
		return { json };
	});
}

/** The key (Send Once per Key) of an item. */
export function keyOf({ keys }: ExecutionPlan, itemIndex: number): string {
	return `key ${String(itemIndex % keys)}`;
}

/** The local service's contacts have these IDs and phone numbers. */
export function contactIdOf(contact: number): string {
	return String(362_707_394 + contact * 17);
}

function phoneOf(contact: number): string {
	return `+1555${String(100_001 + contact).padStart(7, '0')}`;
}

/** The token with which an item's requests must be sent. */
export function tokenOf({ itemsWithTokenB }: ExecutionPlan, itemIndex: number): string {
	return itemsWithTokenB.includes(itemIndex) ? tokens.b : tokens.a;
}

function credentialOf(
	plan: ExecutionPlan,
	itemIndex: number,
	{ messagesPerSecond, contactRequestsPerMinute }: History['conditions'],
): ICredentialDataDecryptedObject {
	return {
		baseUrl: 'https://channel.example.com',
		token: tokenOf(plan, itemIndex),
		channelType: 'other',
		messagesPerSecond,
		contactCallsPerMinute: contactRequestsPerMinute,
	};
}
