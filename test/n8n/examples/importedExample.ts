import type { INodeParameters, IPinData } from 'n8n-workflow';
import { z } from 'zod';
import {
	type Execution,
	postToWebhook,
	requestN8n,
	requestN8nSuccessfully,
	type StoredCredential,
	type StoredWorkflow,
	waitFor,
	type Workflow,
} from '../../support/n8n';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import type { AcceptedMessage, Contact } from '../../support/service';
import { credentialTypeOf, readExample, withCredentials } from './exampleFiles';

/** n8n's response to a submitted form. Empty if the form responds after the last node. */
const formResponseSchema = z.union([
	z.object({ formWaitingUrl: z.string().default('') }),
	z.literal('').transform(() => ({ formWaitingUrl: '' })),
]);

/** Changes that a user makes to an imported example. */
export interface ImportOptions {
	/** The file of one of several workflows. */
	readonly file?: string;
	readonly credentials?: readonly StoredCredential[];
	/** Settings of the workflow, which n8n applies only if they are saved. */
	readonly settings?: Workflow['settings'];
	/** Changed parameters, by node. */
	readonly parameters?: Readonly<Record<string, INodeParameters>> | undefined;
	/** Changed sample data, by node. */
	readonly pinData?: IPinData | undefined;
	/** Changes the workflow before the import. */
	readonly change?: (workflow: Workflow) => Workflow;
}

/** The secret of the Header Auth credential of all webhooks. */
const headerAuth = { name: 'X-Api-Key', value: 'secret-of-the-webhooks' };

async function webhookCredentials({ nodes }: Workflow): Promise<readonly StoredCredential[]> {
	if (!nodes.some((node) => credentialTypeOf(node) === 'httpHeaderAuth')) return [];
	const { client } = testEnvironment();
	const credential = { name: 'Header Auth account', type: 'httpHeaderAuth', data: headerAuth };
	return [await client.createCredential(credential)];
}

export async function importExample(
	name: string,
	{
		file,
		credentials = [],
		settings = {},
		parameters = {},
		pinData = {},
		change = (workflow) => workflow,
	}: ImportOptions = {},
): Promise<StoredWorkflow> {
	const { client, credential } = testEnvironment();
	const workflow = change(readExample(name, file));
	const stored = [credential, ...credentials, ...(await webhookCredentials(workflow))];
	return await client.createWorkflow({
		...workflow,
		nodes: workflow.nodes.map((node) => ({
			...withCredentials(node, stored),
			parameters: { ...node.parameters, ...parameters[node.name] },
		})),
		pinData: { ...workflow.pinData, ...pinData },
		settings: { ...workflow.settings, ...settings },
	});
}

/** Returns the path of an example's webhook or form, or `undefined` if it has none. */
export function pathOf(name: string, type: 'formTrigger' | 'webhook'): string | undefined {
	const found = readExample(name).nodes.find((node) => node.type === `n8n-nodes-base.${type}`);
	const { path = found?.webhookId } = found?.parameters ?? {};
	return typeof path === 'string' ? path : undefined;
}

export async function post(path: string, body: unknown, secret = headerAuth.value) {
	const headers = { [headerAuth.name]: secret };
	return await postToWebhook(testEnvironment().n8n.url, path, body, headers);
}

/**
 * Submits the form of a published workflow. Returns the URL of the next page, or an empty string if
 * the form has no other page or the execution failed.
 *
 * @param answers in the order of the fields
 * @param kind `form-test` is the form of a manual execution
 */
export async function enterForm(
	path: string,
	answers: readonly (Blob | string)[],
	kind: 'form' | 'form-test' = 'form',
): Promise<string> {
	const url = `${testEnvironment().n8n.url}/${kind}/${path}`;
	const entry = new FormData();
	for (const [index, answer] of answers.entries()) {
		const question = `field-${String(index)}`;
		if (typeof answer === 'string') entry.append(question, answer);
		else entry.append(question, answer, 'recipients.csv');
	}
	// n8n can respond to the publication before it registers the form: first for GET, then for POST.
	const answer = await waitFor(`n8n to register ${url}`, async () => {
		const response = await requestN8n({ method: 'POST', url, data: entry });
		return response.status !== 404 && response;
	});
	if (answer.status !== 200) return '';
	return formResponseSchema.parse(answer.data).formWaitingUrl;
}

async function nextPage(url: string): Promise<string> {
	const status = new URL(url);
	status.pathname += '/n8n-execution-status';
	await waitFor('the next page of the form', async () => {
		const { data } = await requestN8nSuccessfully({ url: status.href });
		return data === 'form-waiting';
	});
	return (await requestN8nSuccessfully<string>({ url })).data;
}

/** Answers the only question on the next page of a form. Returns the page. */
export async function answerForm(url: string, answer: string): Promise<string> {
	const page = await nextPage(url);
	const entry = new FormData();
	entry.append('field-0', answer);
	await requestN8nSuccessfully({ method: 'POST', url, data: entry });
	return page;
}

/** Waits for the last page of a form, closes the form as a browser does, and returns the page. */
export async function endForm(url: string): Promise<string> {
	const page = await nextPage(url);
	await requestN8nSuccessfully({ method: 'POST', url, data: {} });
	return page;
}

/** Waits until the execution that follows a number of executions has ended. */
export async function executionAfter(count: number, workflowId: string): Promise<Execution> {
	const { client } = testEnvironment();
	const id = await waitFor('an execution to start', async () => {
		// Executions are listed newest first.
		const executions = await client.listExecutions(workflowId);
		return executions.at(-count - 1)?.id;
	});
	return await client.waitForExecution(id);
}

/**
 * Waits until an execution has executed a node. Requires the setting `saveExecutionProgress` of the
 * workflow.
 */
export async function waitForNode(executionId: string, node: string): Promise<void> {
	await waitFor(`the node "${node}"`, async () => {
		const { data } = await testEnvironment().client.getExecution(executionId);
		return data.includes(`"${node}":`);
	});
}

/** The phone numbers of the service's first contacts, which the examples contain. */
export const amara = '+15550100001';
export const jonas = '+15550100002';
export const lucia = '+15550100003';

/** The phone number of no contact, and the reason why its messages aren't sent. */
export const nobody = '+15550109999';
export const notFound = `No contact has the phone '${nobody}'`;

export function contactWith(phone: string): Contact {
	const [found, ...others] = testEnvironment().service.contacts.findByField('phone', phone);
	if (found === undefined || others.length > 0) throw new Error(`Not one contact with ${phone}`);
	return found;
}

export function setField(phone: string, name: string, value: string): void {
	testEnvironment().service.contacts.update(contactWith(phone).id, [{ name, value }]);
}

/** An accepted message. */
export interface Received {
	/** The phone number of the contact. */
	readonly to: string | undefined;
	readonly item: AcceptedMessage['item'];
}

export function text(to: string, content: string): Received {
	return { to, item: { type: 'text', text: content } };
}

/**
 * Returns the accepted messages, sorted by phone number, because messages to different contacts are
 * sent in any order.
 *
 * @param from the number of earlier messages to leave out
 */
export function received(from = 0): readonly Received[] {
	const { contacts, messages } = testEnvironment().service;
	return messages
		.slice(from)
		.map(({ contactId, item }) => ({ to: contacts.get(contactId)?.custom_fields['phone'], item }))
		.sort((one, other) => (one.to ?? '').localeCompare(other.to ?? ''));
}
