import { lastNodeExecution, type StoredWorkflow } from '../../support/n8n';
import { nodeName, type NodeSettings, workflowOf } from '../../support/fixtures/nodeWorkflow';
import { sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';

/** Creates a workflow that sends one message for each of a number of keys. */
async function createKeyedWorkflow(
	keys: number,
	settings: NodeSettings = {},
): Promise<StoredWorkflow> {
	const items = Array.from({ length: keys }, (_, index) => {
		const order = `order-${String(index)}`;
		return { contactId: `contact of ${order}`, text: `About ${order}`, order };
	});
	const parameters = { ...sendText(), options: { sendOnceKey: '={{ $json.order }}' } };
	return await testEnvironment().client.createWorkflow(workflowOf({ parameters, items, settings }));
}

/** Executes a workflow and returns the status of each output item. */
async function statusesOf(workflow: StoredWorkflow): Promise<readonly unknown[]> {
	const execution = await testEnvironment().client.runWorkflow(workflow);
	return (lastNodeExecution(execution, nodeName).outputs[0] ?? []).map(
		({ json }) => json['status'],
	);
}

const sentTexts = () =>
	testEnvironment().service.messages.map(({ item }) => item.type === 'text' && item.text);

/** Keys in n8n's database. */
export function sendOncePerKey(): void {
	beforeEach(() => {
		testEnvironment().service.configure({ acceptUnknownContacts: true });
	});

	test('concurrent executions send one message per key', async () => {
		const workflow = await createKeyedWorkflow(40);

		const statuses = await Promise.all([
			statusesOf(workflow),
			statusesOf(workflow),
			statusesOf(workflow),
		]);

		expect(statuses.flat().filter((status) => status === 'Success')).toHaveLength(40);
		expect(sentTexts()).toHaveLength(40);
		expect(new Set(sentTexts()).size).toBe(40);
	});

	test('Retry On Fail sends a rejected message, and resends no other', async () => {
		const fault = { kind: 'status', status: 403 } as const;
		testEnvironment().service.faults.add({ match: { contactId: 'contact of order-0' }, fault });
		const retryOnFail = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

		const statuses = await statusesOf(
			await createKeyedWorkflow(3, { ...retryOnFail, onError: 'continueRegularOutput' }),
		);

		expect(statuses).toEqual(['Success', 'Success', 'Success']);
		expect(sentTexts()).toHaveLength(3);
	});

	test('each workflow has its own keys', async () => {
		await statusesOf(await createKeyedWorkflow(2));

		expect(await statusesOf(await createKeyedWorkflow(2))).toEqual(['Success', 'Success']);
	});

	test('a message is not resent for its key after a restart of n8n', async () => {
		const workflow = await createKeyedWorkflow(30);
		const first = await statusesOf(workflow);

		await testEnvironment().restart();
		const second = await statusesOf(workflow);

		expect(new Set(first)).toEqual(new Set(['Success']));
		expect(second).toEqual(first.map(() => 'skipped'));
		expect(sentTexts()).toHaveLength(30);
	});
}
