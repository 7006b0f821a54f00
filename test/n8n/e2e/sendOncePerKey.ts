import { outputOf, type StoredWorkflow, waitFor } from '../../support/n8n';
import { nodeName, workflowOf } from '../../support/fixtures/nodeWorkflow';
import { sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';

const keys = Array.from({ length: 30 }, (_, index) => `order ${String(index)}`);

async function createKeyedWorkflow(): Promise<StoredWorkflow> {
	const parameters = { ...sendText(), options: { sendOnceKey: '={{ $json.text }}' } };
	const items = keys.map((key) => ({ contactId: `contact of ${key}`, text: key }));
	const settings = { onError: 'continueRegularOutput' } as const;
	return await testEnvironment().client.createWorkflow(workflowOf({ parameters, items, settings }));
}

async function statusesOf(executionId: string): Promise<readonly unknown[]> {
	const execution = await testEnvironment().client.waitForExecution(executionId);
	return outputOf(execution, nodeName).map(({ json }) => json['status'] ?? 'failed');
}

async function run(workflow: StoredWorkflow): Promise<readonly unknown[]> {
	return await statusesOf(await testEnvironment().client.startWorkflow(workflow));
}

/** Keys in n8n's database. */
export function sendOncePerKey(): void {
	test('two overlapping executions, one of which waits for a response, and a third one after a restart send one message per key', async () => {
		const { client, service } = testEnvironment();
		const workflow = await createKeyedWorkflow();
		// The service rejects the first execution's messages, and responds slowly to one of them.
		const waiting = { contactId: 'contact of order 0' };
		service.faults.add({ match: waiting, fault: { kind: 'slow', delayMs: 3_000 } });
		const rejected = await client.startWorkflow(workflow);
		await waitFor('all messages', () => service.requests.length === keys.length);
		service.configure({ acceptUnknownContacts: true });

		const overlapping = await Promise.all([1, 2].map(async () => await run(workflow)));
		await testEnvironment().restart();
		const later = await run(workflow);

		expect(await statusesOf(rejected)).toEqual(keys.map(() => 'failed'));
		expect(overlapping.flat().sort()).toEqual([
			...keys.map(() => 'Success'),
			...keys.map(() => 'skipped'),
		]);
		expect(later).toEqual(keys.map(() => 'skipped'));
		const texts = service.messages.map(({ item }) => (item.type === 'text' ? item.text : ''));
		expect(texts.sort()).toEqual([...keys].sort());
	});

	test('each workflow has its own keys', async () => {
		testEnvironment().service.configure({ acceptUnknownContacts: true });
		await run(await createKeyedWorkflow());

		const statuses = await run(await createKeyedWorkflow());

		expect(statuses).toEqual(keys.map(() => 'Success'));
	});
}
