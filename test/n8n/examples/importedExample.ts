import { z } from 'zod';
import {
	type Execution,
	requestN8n,
	requestN8nSuccessfully,
	type StoredCredential,
	type StoredWorkflow,
	waitFor,
	type Workflow,
	type WorkflowNode,
} from '../../support/n8n';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import type { AcceptedMessage, Contact } from '../../support/service';
import { readExample, withCredentials } from './exampleFiles';

/** n8n's response to a submitted form. Empty if the form responds after the last node. */
const formResponseSchema = z.union([
	z.object({ formWaitingUrl: z.string().default('') }),
	z.literal('').transform(() => ({ formWaitingUrl: '' })),
]);

/** Changes that a user makes to an imported example. */
export interface ImportOptions {
	/** Credentials for other nodes. */
	readonly credentials?: readonly StoredCredential[];
	/** Settings of the workflow, which n8n applies only if they are saved. */
	readonly settings?: Workflow['settings'];
	/** Called with each node. Returns the changed node. */
	readonly change?: (node: WorkflowNode) => WorkflowNode;
}

/** Imports an example and selects its credentials. */
export async function importExample(
	name: string,
	{ credentials = [], settings = {}, change = (node) => node }: ImportOptions = {},
): Promise<StoredWorkflow> {
	const { client, credential } = testEnvironment();
	const workflow = readExample(name);
	const stored = [credential, ...credentials];
	const nodes = workflow.nodes.map((node) => change(withCredentials(node, stored)));
	return await client.createWorkflow({
		...workflow,
		nodes,
		settings: { ...workflow.settings, ...settings },
	});
}

/**
 * Submits the form of a published workflow. Returns the URL of the next page, or an empty string.
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
	expect(answer.status).toBe(200);
	return formResponseSchema.parse(answer.data).formWaitingUrl;
}

/** Waits for the last page of a form, closes the form as a browser does, and returns the page. */
export async function endForm(url: string): Promise<string> {
	const status = new URL(url);
	status.pathname += '/n8n-execution-status';
	await waitFor('the last page of the form', async () => {
		const { data } = await requestN8nSuccessfully({ url: status.href });
		return data === 'form-waiting';
	});
	const page = await requestN8nSuccessfully<string>({ url });
	await requestN8nSuccessfully({ method: 'POST', url, data: {} });
	return page.data;
}

/** Waits until the first execution of a published workflow has ended. */
export async function firstExecution(workflowId: string): Promise<Execution> {
	return await executionOf(workflowId, 1);
}

/** Waits until the nth execution of a published workflow has ended. */
export async function executionOf(workflowId: string, number: number): Promise<Execution> {
	const { client } = testEnvironment();
	const id = await waitFor('an execution to start', async () => {
		// The newest comes first.
		const executions = await client.listExecutions(workflowId);
		return executions.at(-number)?.id;
	});
	return await client.waitForExecution(id);
}

/** Executes a workflow as the editor does. Fails unless the execution succeeds. */
export async function execute(workflow: StoredWorkflow, trigger?: string): Promise<Execution> {
	const { client } = testEnvironment();
	const execution = await client.waitForExecution(await client.startWorkflow(workflow, trigger));
	expect(execution).toMatchObject({ status: 'success' });
	return execution;
}

/** The phone numbers of the service's first contacts, which the examples contain. */
export const amara = '+15550100001';
export const jonas = '+15550100002';
export const lucia = '+15550100003';

/** Returns the only contact with a phone number. */
export function contactWith(phone: string): Contact {
	const [found, ...others] = testEnvironment().service.contacts.findByField('phone', phone);
	if (found === undefined || others.length > 0) throw new Error(`Not one contact with ${phone}`);
	return found;
}

/** An accepted message. */
export interface Received {
	/** The phone number of the contact. */
	readonly to: string | undefined;
	readonly item: AcceptedMessage['item'];
}

/** Returns a received text message. */
export function text(to: string, content: string): Received {
	return { to, item: { type: 'text', text: content } };
}

/**
 * Returns the accepted messages, sorted by phone number, because messages to different contacts are
 * sent in any order.
 */
export function received(): readonly Received[] {
	const { contacts, messages } = testEnvironment().service;
	return messages
		.map(({ contactId, item }) => ({ to: contacts.get(contactId)?.custom_fields['phone'], item }))
		.sort((one, other) => (one.to ?? '').localeCompare(other.to ?? ''));
}

/** Returns the phone numbers of the contacts that received messages. */
export function recipients(): readonly (string | undefined)[] {
	return received().map(({ to }) => to);
}
