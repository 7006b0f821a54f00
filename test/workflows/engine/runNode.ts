import { getEventListeners } from 'node:events';

import { ExecutionLifecycleHooks, ExternalSecretsProxy, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type IBinaryKeyData,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeParameters,
	type IWorkflowBase,
	type IWorkflowSettings,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';

import { type BeforeRequest, SingleCredential } from './credentials';
import { channelMessagingType, nodeTypes, startType, toolType } from './nodeTypes';

export interface NodeInput {
	credential: ICredentialDataDecryptedObject;
	parameters: INodeParameters;
	/** Whether the node is a tool of an agent. */
	isTool?: boolean;
	/** Default: 1. */
	executionId?: string;
	/** Default: `manual`. */
	mode?: WorkflowExecuteMode;
	/** The JSON of the input items. Default: one empty item. */
	items?: IDataObject[];
	/** The files that all input items have, or a list with the files of each item. */
	binary?: IBinaryKeyData | readonly IBinaryKeyData[];
	/** Settings of the node, from its Settings tab. */
	settings?: Pick<
		INode,
		'alwaysOutputData' | 'executeOnce' | 'onError' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries'
	>;
	/** Settings of the workflow. */
	workflowSettings?: IWorkflowSettings;
	/** Called with each request before n8n authenticates it. */
	beforeRequest?: BeforeRequest;
	/** Cancels the execution when aborted. */
	cancel?: AbortSignal;
}

/** The name of the Channel Messaging node in all workflows. */
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

function filesOf(binary: NodeInput['binary'], index: number): { binary?: IBinaryKeyData } {
	const files = isList(binary) ? binary[index] : binary;
	return files === undefined ? {} : { binary: files };
}

function isList(binary: NodeInput['binary']): binary is readonly IBinaryKeyData[] {
	return Array.isArray(binary);
}

export function workflowOf(input: NodeInput): IWorkflowBase {
	const node: INode = {
		...nodeOf(nodeName, input.isTool === true ? toolType : channelMessagingType),
		parameters: input.parameters,
		credentials: { channelMessagingApi: { id: '1', name: 'Channel' } },
		...input.settings,
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
		settings: { executionOrder: 'v1', ...input.workflowSettings },
		pinData: {
			[startNode.name]: (input.items ?? [{}]).map((json, index) => ({
				json,
				...filesOf(input.binary, index),
			})),
		},
	};
}

/** Loads a workflow, and returns the node in it. */
export function loadNode(workflowData: IWorkflowBase): { workflow: Workflow; node: INode } {
	const workflow = new Workflow({ ...workflowData, nodeTypes });
	const node = workflow.getNode(nodeName);
	if (node === null) throw new Error('The workflow does not contain the node');
	return { workflow, node };
}

/** Returns the parts of n8n that the engine needs, without database, web server, and task runner. */
export function additionalDataOf(
	input: NodeInput,
	workflow: IWorkflowBase,
): IWorkflowExecuteAdditionalData {
	const unsupported = () => Promise.reject(new Error('Not supported in tests'));
	return {
		credentialsHelper: new SingleCredential(input.credential, input.beforeRequest),
		externalSecretsProxy: new ExternalSecretsProxy(),
		hooks: new ExecutionLifecycleHooks('manual', '1', workflow),
		executionId: input.executionId ?? '1',
		currentNodeExecutionIndex: 0,
		executeWorkflow: unsupported,
		getRunExecutionData: unsupported,
		startRunnerTask: unsupported,
		logAiEvent: () => undefined,
		restApiUrl: 'http://localhost:5678/rest',
		instanceBaseUrl: '',
		formWaitingBaseUrl: '',
		webhookBaseUrl: '',
		webhookWaitingBaseUrl: 'http://localhost:5678/webhook-waiting',
		webhookTestBaseUrl: '',
		variables: {},
	};
}

/** Returns the engine's private abort controller. */
function abortOf(engine: WorkflowExecute): AbortController {
	const controller: unknown = Reflect.get(engine, 'abortController');
	if (controller instanceof AbortController) return controller;
	throw new Error('The engine has no abort controller');
}

/** Executes the node in n8n's engine, with real HTTP. */
export async function runNode(input: NodeInput) {
	const workflowData = workflowOf(input);
	const { workflow } = loadNode(workflowData);
	const engine = new WorkflowExecute(
		additionalDataOf(input, workflowData),
		input.mode ?? 'manual',
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
	// The listener isn't removed, because `AbortSignal.timeout` can't be collected before it fires.
	input.cancel?.addEventListener('abort', cancel, { once: true });
	const { data, status } = await execution;
	const task = data.resultData.runData[nodeName]?.at(-1);
	const [items, errorItems] = task?.data?.main ?? [];
	return {
		status,
		items: items ?? [],
		errorItems: errorItems ?? [],
		error: task?.error ?? data.resultData.error,
		/** The hints, one per line of the box in the editor. */
		hints: (task?.hints ?? []).flatMap(({ message, ...hint }) =>
			message.split('<br>').map((line) => ({ ...hint, message: line })),
		),
		/** The number of remaining listeners for the cancellation of the execution. */
		cancelListeners: getEventListeners(abortOf(engine).signal, 'abort').length,
		/** The data of the execution that n8n would store. */
		get storedData() {
			return JSON.stringify(data);
		},
	};
}
