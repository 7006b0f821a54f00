import { EventEmitter } from 'node:events';
import { type INode, type IWebhookFunctions, Workflow } from 'n8n-workflow';

/** n8n's response to an HTTP request, as far as nodes use it. */
export class SimulatedResponse extends EventEmitter {
	statusCode = 200;

	readonly texts: string[] = [];

	readonly headers: Record<string, string> = {};

	setHeader(name: string, value: string): void {
		this.headers[name.toLowerCase()] = value;
	}

	end(text: string): void {
		this.texts.push(text);
	}
}

export interface WebhookRequest {
	node: INode;
	workflow?: string;
	/** The data that the node stored with the execution. */
	nodeContext: object;
	method: string;
	query: object;
	body: unknown;
	response: SimulatedResponse;
}

/** Returns an imitation of the context that n8n passes to `webhook()`. */
export function webhookContext(request: WebhookRequest): IWebhookFunctions {
	const { node, workflow = 'Workflow', nodeContext, method, query, body, response } = request;
	const evaluate = expressionsOf(node, nodeContext);
	const context = {
		getNode: () => ({ ...node }),
		getWorkflow: () => ({ id: '1', name: workflow, active: true }),
		getRequestObject: () => ({ method }),
		getResponseObject: () => response,
		getQueryData: () => query,
		getBodyData: () => body,
		evaluateExpression: evaluate,
	};
	// The package must not use anything else. If it does, it throws a `TypeError`.
	return context as unknown as IWebhookFunctions;
}

const nodeTypes = {
	getByName: () => ({ description: {} }),
	getByNameAndVersion: () => ({ description: { properties: [] } }),
	getKnownTypes: () => ({}),
};

/** Returns n8n's evaluation of expressions in a workflow with one node and its stored data. */
function expressionsOf(node: INode, nodeContext: object): (expression: string) => unknown {
	const workflow = new Workflow({
		nodes: [{ ...node, parameters: {} }],
		connections: {},
		active: false,
		nodeTypes: nodeTypes as never,
	});
	const executionData = { contextData: { [`node:${node.name}`]: nodeContext } };
	return (expression) =>
		workflow.expression.resolveSimpleParameterValue(
			`=${expression}`,
			{},
			{ resultData: { runData: {} }, executionData } as never,
			0,
			0,
			node.name,
			[],
			'manual',
			{},
		);
}
