import { getEventListeners } from 'node:events';

import { ExecutionLifecycleHooks, ExternalSecretsProxy, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type ExecutionError,
	type ExecutionStatus,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	NodeConnectionTypes,
	type NodeExecutionHint,
	Workflow,
} from 'n8n-workflow';

import { type BeforeRequest, OneCredential } from './credentials';
import { channelMessagingType, nodeTypes, startType } from './nodeTypes';

/** One run of the node in a workflow. */
export interface NodeRun {
	credential: ICredentialDataDecryptedObject;
	parameters: INodeParameters;
	/** The json of the input items; one empty item where none are given. */
	items?: IDataObject[];
	/** n8n's settings of the node, such as `onError` and `retryOnFail`. */
	settings?: Pick<INode, 'onError' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries'>;
	/** What n8n does with a request before it authenticates it; may throw. */
	beforeRequest?: BeforeRequest;
	/** Cancels the execution when aborted. */
	cancel?: AbortSignal;
}

/** What n8n made of it. */
export interface NodeResult {
	status: ExecutionStatus;
	/** The first output. */
	items: INodeExecutionData[];
	/** The error output. */
	errorItems: INodeExecutionData[];
	error: ExecutionError | undefined;
	hints: NodeExecutionHint[];
	/** How many listeners are left that wait for the execution to be cancelled. */
	cancelListeners: number;
	/** How often the node read its credential. */
	credentialReads: number;
	/** How long the node ran, by n8n's own measure. */
	milliseconds: number;
	/** Everything that n8n would store of the execution. */
	readonly stored: string;
}

/** The name of the node under test in every workflow. */
export const nodeName = 'Channel Messaging';

const nodeOf = (name: string, type: string): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
});

const startNode = nodeOf('Start', startType);

/** The workflow that holds the node. */
export function workflowOf(run: NodeRun): IWorkflowBase {
	const node: INode = {
		...nodeOf(nodeName, channelMessagingType),
		parameters: run.parameters,
		credentials: { channelMessagingApi: { id: '1', name: 'Channel' } },
		...run.settings,
	};
	const { Main } = NodeConnectionTypes;
	return {
		id: 'workflow',
		name: 'Workflow',
		active: false,
		isArchived: false,
		activeVersionId: null,
		createdAt: new Date(0),
		updatedAt: new Date(0),
		nodes: [startNode, node],
		connections: { [startNode.name]: { [Main]: [[{ node: nodeName, type: Main, index: 0 }]] } },
		settings: { executionOrder: 'v1' },
		pinData: { [startNode.name]: (run.items ?? [{}]).map((json) => ({ json })) },
	};
}

/** Only what the engine asks for: no database, no web server, no task runner. */
export function additionalDataOf(
	run: NodeRun,
	workflow: IWorkflowBase,
	credentials = new OneCredential(run.credential, run.beforeRequest),
): IWorkflowExecuteAdditionalData {
	const refuse = () => Promise.reject(new Error('Not part of these tests'));
	return {
		credentialsHelper: credentials,
		externalSecretsProxy: new ExternalSecretsProxy(),
		hooks: new ExecutionLifecycleHooks('manual', '1', workflow),
		executionId: '1',
		currentNodeExecutionIndex: 0,
		executeWorkflow: refuse,
		getRunExecutionData: refuse,
		startRunnerTask: refuse,
		logAiEvent: () => undefined,
		restApiUrl: '',
		instanceBaseUrl: '',
		formWaitingBaseUrl: '',
		webhookBaseUrl: '',
		webhookWaitingBaseUrl: '',
		webhookTestBaseUrl: '',
		variables: {},
	};
}

/** The engine's own, which it shows to nobody but the nodes. */
function abortOf(engine: WorkflowExecute): AbortController {
	const controller: unknown = Reflect.get(engine, 'abortController');
	if (controller instanceof AbortController) return controller;
	throw new Error('The engine has no abort controller');
}

/** Runs the node in a workflow by n8n's own engine, over real HTTP. */
export async function runNode(run: NodeRun): Promise<NodeResult> {
	const workflowData = workflowOf(run);
	const workflow = new Workflow({ ...workflowData, nodeTypes });
	const credentials = new OneCredential(run.credential, run.beforeRequest);
	const additionalData = additionalDataOf(run, workflowData, credentials);
	const engine = new WorkflowExecute(
		additionalData,
		'manual',
		createRunExecutionData({
			resultData: { pinData: workflowData.pinData ?? {}, runData: {} },
			executionData: {
				nodeExecutionStack: [{ node: startNode, data: { main: [[{ json: {} }]] }, source: null }],
			},
		}),
	);
	const execution = engine.processRunExecutionData(workflow);
	const cancel = () => {
		execution.cancel();
	};
	// Node.js lets go of a signal that times out by itself only when nobody listens any more.
	run.cancel?.addEventListener('abort', cancel, { once: true });
	const { data, status } = await execution;
	const task = data.resultData.runData[nodeName]?.at(-1);
	const [items, errorItems] = task?.data?.main ?? [];
	return {
		status,
		items: items ?? [],
		errorItems: errorItems ?? [],
		error: task?.error ?? data.resultData.error,
		hints: task?.hints ?? [],
		cancelListeners: getEventListeners(abortOf(engine).signal, 'abort').length,
		credentialReads: credentials.reads,
		milliseconds: task?.executionTime ?? 0,
		get stored() {
			return JSON.stringify(data);
		},
	};
}
