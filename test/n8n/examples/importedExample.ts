import axios from 'axios';
import type { Execution, StoredCredential, StoredWorkflow, WorkflowNode } from '../../support/n8n';
import { until } from '../../support/n8n/until';
import { theRunning } from '../../support/running/running';
import type { AcceptedMessage, Contact, ContactBook } from '../../support/service';
import { readExample, withCredentials } from './exampleFolder';

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
	const { client, credential } = theRunning();
	const workflow = readExample(name);
	const stored = [credential, ...credentials];
	const nodes = workflow.nodes.map((node) => change(withCredentials(node, stored)));
	return await client.createWorkflow({ ...workflow, nodes });
}

/**
 * Sends the form of an active workflow, as its page does: the answers in the order of the questions.
 */
export async function enterForm(path: string, answers: readonly (Blob | string)[]): Promise<void> {
	const url = `${theRunning().n8n.url}/form/${path}`;
	const entry = new FormData();
	for (const [index, answer] of answers.entries()) {
		const question = `field-${String(index)}`;
		if (typeof answer === 'string') entry.append(question, answer);
		else entry.append(question, answer, 'recipients.csv');
	}
	// n8n answers the activation a moment before the form is there; until then nothing is started.
	await until({ within: patience, waitingFor: `n8n to show ${url}` }, async () => {
		const page = await axios.get(url, { proxy: false, validateStatus: () => true });
		return page.status === 200 ? true : undefined;
	});
	await axios.post(url, entry, { proxy: false });
}

/** Waits until the first execution of an active workflow has begun and ended. */
export async function firstExecution(workflowId: string): Promise<Execution> {
	const { client } = theRunning();
	const id = await until({ within: patience, waitingFor: 'an execution to begin' }, async () => {
		const [execution] = await client.listExecutions(workflowId);
		return execution?.id;
	});
	return await client.waitForExecution(id);
}

/** The contacts of the channel. */
export function contacts(): ContactBook {
	return theRunning().service.contacts;
}

/** The phone number of one of the contacts that there are at first. */
export function phoneOf(index: number): string {
	return contacts().all()[index]?.custom_fields['phone'] ?? '';
}

/** The one contact with a value. */
export function contactWith(field: string, value: string): Contact | undefined {
	const found = contacts().withField(field, value);
	expect(found).toHaveLength(1);
	return found[0];
}

/** What contacts got, in the order in which it came. */
export function received(): readonly Pick<AcceptedMessage, 'contactId' | 'item'>[] {
	return theRunning().service.messages.map(({ contactId, item }) => ({ contactId, item }));
}
