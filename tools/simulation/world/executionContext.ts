import type {
	IBinaryData,
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	NodeExecutionHint,
	IDataObject,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { sendHttpRequest, type Sender } from './httpHelper';
import type { ProcessedItemsHelpers } from './processedItems';
import type { Worker } from './worker';

/** The parts of n8n that differ between executions. */
export interface ContextOptions {
	node: INode;
	workflow: string;
	mode?: WorkflowExecuteMode;
	executionId?: string;
	timeZone?: string;
	/** n8n passes the same object to all attempts (Retry On Fail). */
	executeData?: object;
	items?: INodeExecutionData[];
	/**
	 * Returns the data that an item's expressions read, by default the item's own. Throws if they
	 * can't be resolved.
	 */
	expressionData?: (itemIndex: number) => IDataObject;
	cancelSignal?: AbortSignal;
	/** Returns the credential with the expressions of an item resolved. */
	credential(itemIndex: number): ICredentialDataDecryptedObject;
	processedItems?: ProcessedItemsHelpers;
	addHint?(message: string): void;
	showProgress?(text: string): void;
	worker: Worker;
	sender: Omit<Sender, 'node'>;
}

/** The content of a file is its name. */
const binaryHelpers = {
	createBinarySignedUrl: ({ id = '' }: IBinaryData) =>
		`https://n8n.example.com/rest/binary-data/signed?token=${id}`,
	getBinaryMetadata: async (id: string) =>
		await Promise.resolve({ mimeType: 'application/pdf', fileSize: nameIn(id).length }),
	getBinaryStream: async (id: string) => await Promise.resolve([nameIn(id)]),
};

function nameIn(id: string): string {
	return id.slice(id.lastIndexOf('/') + 1);
}

const expression = /^=\{\{ \$json\.(\w+) \}\}$/;

/** Resolves the only kind of expression in simulations, `={{ $json.name }}`, at any depth. */
function resolved(value: unknown, data: () => IDataObject): unknown {
	if (typeof value === 'string') {
		const [, name] = expression.exec(value) ?? [];
		return name === undefined ? value : data()[name];
	}
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((element) => resolved(element, data));
	return Object.fromEntries(
		Object.entries(value).map(([key, element]) => [key, resolved(element, data)]),
	);
}

function valueAt(parameters: unknown, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((value, key) => (value as IDataObject | undefined)?.[key], parameters);
}

/** Returns an imitation of the execution context that n8n passes to `execute()`. */
export function executionContext(options: ContextOptions): IExecuteFunctions {
	const { node, workflow, worker, mode = 'trigger', items = [] } = options;
	const defaultData = { node, data: { main: [items] } };
	const { executeData = defaultData, cancelSignal = new AbortController().signal } = options;
	const continues = node.onError !== undefined && node.onError !== 'stopWorkflow';
	const { expressionData = (itemIndex: number) => items[itemIndex]?.json ?? {} } = options;
	const noReport = () => undefined;
	const context = {
		getNode: () => ({ ...node }),
		getWorkflow: () => ({ id: workflow, name: 'Workflow', active: mode !== 'manual' }),
		getMode: () => mode,
		getExecuteData: () => executeData,
		getExecutionId: () => options.executionId ?? String(options.sender.execution),
		getExecutionCancelSignal: () => cancelSignal,
		getInputData: () => items,
		getRestApiUrl: () => 'https://n8n.example.com/rest',
		getTimezone: () => options.timeZone ?? 'Europe/Berlin',
		continueOnFail: () => continues,
		getNodeParameter(name: string, itemIndex: number, fallback?: unknown) {
			const value = valueAt(node.parameters, name);
			if (value === undefined) return fallback;
			return resolved(value, () => expressionData(itemIndex));
		},
		getCredentials: async (_name: string, itemIndex = 0) => {
			await Promise.resolve();
			return options.credential(itemIndex);
		},
		addExecutionHints: (...hints: readonly NodeExecutionHint[]) => {
			for (const { message } of hints) options.addHint?.(message);
		},
		sendMessageToUI: (text: string) => options.showProgress?.(text),
		logger: { debug: noReport, info: noReport, warn: noReport, error: noReport },
		helpers: {
			...options.processedItems,
			...binaryHelpers,
			async httpRequestWithAuthentication(
				this: Pick<IExecuteFunctions, 'getExecutionCancelSignal'>,
				_credential: string,
				request: IHttpRequestOptions,
				additional: { credentialsDecrypted: { data: ICredentialDataDecryptedObject } },
			) {
				const token = (additional.credentialsDecrypted.data['token'] as string).trim();
				const sender = { ...options.sender, node };
				const signal = this.getExecutionCancelSignal();
				return await worker.unlessCrashed(sendHttpRequest(sender, token, request, signal));
			},
		},
	};
	// The package must not use anything else. If it does, it throws a `TypeError`.
	return context as unknown as IExecuteFunctions;
}
