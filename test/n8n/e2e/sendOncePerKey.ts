import { outputOf, type StoredWorkflow } from '../../support/n8n';
import { nodeName, workflowOf } from '../../support/fixtures/nodeWorkflow';
import { sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';

const keys = Array.from({ length: 30 }, (_, index) => `order ${String(index)}`);

/** Creates a workflow that sends one message for each key. */
async function createKeyedWorkflow(): Promise<StoredWorkflow> {
	const parameters = { ...sendText(), options: { sendOnceKey: '={{ $json.text }}' } };
	const items = keys.map((key) => ({ contactId: `contact of ${key}`, text: key }));
	return await testEnvironment().client.createWorkflow(workflowOf({ parameters, items }));
}

/** Executes a workflow and returns the status of each output item. */
async function statusesOf(workflow: StoredWorkflow): Promise<readonly unknown[]> {
	const execution = await testEnvironment().client.runWorkflow(workflow);
	return outputOf(execution, nodeName).map(({ json }) => json['status']);
}

/** Keys in n8n's database. */
export function sendOncePerKey(): void {
	test('concurrent executions of a workflow, and one after a restart, send one message per key', async () => {
		testEnvironment().service.configure({ acceptUnknownContacts: true });
		const workflow = await createKeyedWorkflow();

		const concurrent = await Promise.all([1, 2, 3].map(async () => await statusesOf(workflow)));
		await testEnvironment().restart();
		const later = await statusesOf(workflow);

		expect(concurrent.flat().filter((status) => status === 'Success')).toHaveLength(keys.length);
		expect(later).toEqual(keys.map(() => 'skipped'));
		const texts = testEnvironment().service.messages.map(({ item }) =>
			item.type === 'text' ? item.text : '',
		);
		expect(texts.sort()).toEqual([...keys].sort());
	});

	test('each workflow has its own keys', async () => {
		testEnvironment().service.configure({ acceptUnknownContacts: true });
		await statusesOf(await createKeyedWorkflow());

		const statuses = await statusesOf(await createKeyedWorkflow());

		expect(statuses).toEqual(keys.map(() => 'Success'));
	});
}
