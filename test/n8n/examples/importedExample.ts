import axios from 'axios';
import { z } from 'zod';
import {
	type Execution,
	type StoredCredential,
	type StoredWorkflow,
	waitFor,
	type WorkflowNode,
} from '../../support/n8n';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import type { AcceptedMessage, Contact, ContactStore } from '../../support/service';
import { readExample, withCredentials } from './exampleFiles';

/** What n8n answers to a form that was sent. If the form waits for the last node: empty text. */
const formAnswerSchema = z.union([
	z.object({ formWaitingUrl: z.string().default('') }),
	z.literal('').transform(() => ({ formWaitingUrl: '' })),
]);

/** Milliseconds for n8n to begin an execution, or to show a form, after a workflow became active. */
const patience = 60_000;

/** What a user does beyond choosing the channel's credential. */
export interface Choices {
	/** Credentials for other nodes. */
	readonly credentials?: readonly StoredCredential[];
	/** Changes a node before the workflow is stored. */
	readonly change?: (node: WorkflowNode) => WorkflowNode;
}

/** Imports an example into the running n8n, as the editor's Import from File does. */
export async function importExample(
	name: string,
	{ credentials = [], change = (node) => node }: Choices = {},
): Promise<StoredWorkflow> {
	const { client, credential } = testEnvironment();
	const workflow = readExample(name);
	const stored = [credential, ...credentials];
	const nodes = workflow.nodes.map((node) => change(withCredentials(node, stored)));
	return await client.createWorkflow({ ...workflow, nodes });
}

/**
 * Sends the form of an active workflow, as its page does: the answers in the order of the questions.
 * Gives the address of the page that comes next; empty where none does.
 *
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
	// n8n answers the activation a moment before the form is there; until then nothing is started.
	await waitFor(
		`n8n to show ${url}`,
		async () => {
			const page = await axios.get(url, { proxy: false, validateStatus: () => true });
			return page.status === 200 ? true : undefined;
		},
		patience,
	);
	const answer = await axios.post<unknown>(url, entry, { proxy: false });
	return formAnswerSchema.parse(answer.data).formWaitingUrl;
}

/** Waits for the page with which a form ends, and closes the form, as a browser that shows it does. */
export async function endForm(url: string): Promise<string> {
	const status = new URL(url);
	status.pathname += '/n8n-execution-status';
	await waitFor(
		'the last page of the form',
		async () => {
			const { data } = await axios.get<unknown>(status.href, { proxy: false });
			return data === 'form-waiting' ? true : undefined;
		},
		patience,
	);
	const page = await axios.get<string>(url, { proxy: false });
	await axios.post(url, {}, { proxy: false });
	return page.data;
}

/** Waits until the first execution of an active workflow has begun and ended. */
export async function firstExecution(workflowId: string): Promise<Execution> {
	return await executionOf(workflowId, 1);
}

/** Waits until an execution of an active workflow has begun and ended, counted from 1. */
export async function executionOf(workflowId: string, number: number): Promise<Execution> {
	const { client } = testEnvironment();
	const id = await waitFor(
		'an execution to begin',
		async () => {
			// The newest comes first.
			const executions = await client.listExecutions(workflowId);
			return executions.at(-number)?.id;
		},
		patience,
	);
	return await client.waitForExecution(id);
}

/** The contacts of the channel. */
export function contacts(): ContactStore {
	return testEnvironment().service.contacts;
}

/** The phone number of one of the contacts that there are at first. */
export function phoneOf(index: number): string {
	return contacts().all()[index]?.custom_fields['phone'] ?? '';
}

/** The one contact with a value. */
export function contactWith(field: string, value: string): Contact | undefined {
	const found = contacts().findByField(field, value);
	expect(found).toHaveLength(1);
	return found[0];
}

/** What contacts got, in the order in which it came. */
export function received(): readonly Pick<AcceptedMessage, 'contactId' | 'item'>[] {
	return testEnvironment().service.messages.map(({ contactId, item }) => ({ contactId, item }));
}
