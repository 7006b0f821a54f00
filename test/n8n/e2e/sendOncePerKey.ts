import { lastNodeExecution, type StoredWorkflow } from '../../support/n8n';
import { sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { nodeName, type NodeSettings, workflowOf } from '../../support/fixtures/nodeWorkflow';

/** A workflow with a message for each of so many keys. */
async function storeWorkflow(keys: number, settings: NodeSettings = {}): Promise<StoredWorkflow> {
	const items = Array.from({ length: keys }, (_, index) => {
		const order = `order-${String(index)}`;
		return { contactId: `contact of ${order}`, text: `About ${order}`, order };
	});
	const parameters = { ...sendText(), options: { sendOnceKey: '={{ $json.order }}' } };
	return await testEnvironment().client.createWorkflow(workflowOf({ parameters, items, settings }));
}

/** The status of each item that comes out. */
async function run(workflow: StoredWorkflow): Promise<readonly unknown[]> {
	const execution = await testEnvironment().client.runWorkflow(workflow);
	return (lastNodeExecution(execution, nodeName).outputs[0] ?? []).map(
		({ json }) => json['status'],
	);
}

const textsSent = () =>
	testEnvironment().service.messages.map(({ item }) => item.type === 'text' && item.text);

/** Keys in n8n's own database. */
export function sendOncePerKey(): void {
	beforeEach(() => {
		testEnvironment().service.configure({ acceptUnknownContacts: true });
	});

	afterAll(() => {
		testEnvironment().service.configure({ acceptUnknownContacts: false });
	});

	test('executions at once send each key once', async () => {
		const workflow = await storeWorkflow(40);

		const runs = await Promise.all([run(workflow), run(workflow), run(workflow)]);

		expect(runs.flat().filter((status) => status === 'Success')).toHaveLength(40);
		expect(textsSent()).toHaveLength(40);
		expect(new Set(textsSent()).size).toBe(40);
	});

	test('another try of n8n sends what was refused, and calls nothing skipped', async () => {
		const fault = { kind: 'status', status: 403 } as const;
		testEnvironment().service.faults.add({ match: { contactId: 'contact of order-0' }, fault });
		const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

		const statuses = await run(
			await storeWorkflow(3, { ...retry, onError: 'continueRegularOutput' }),
		);

		expect(statuses).toEqual(['Success', 'Success', 'Success']);
		expect(textsSent()).toHaveLength(3);
	});

	test('another node, and another workflow, remember their own keys', async () => {
		await run(await storeWorkflow(2));

		expect(await run(await storeWorkflow(2))).toEqual(['Success', 'Success']);
	});

	test('a message is not sent again for its key after n8n was started again', async () => {
		const workflow = await storeWorkflow(30);
		const first = await run(workflow);

		await testEnvironment().restart();
		const second = await run(workflow);

		expect(new Set(first)).toEqual(new Set(['Success']));
		expect(second).toEqual(first.map(() => 'skipped'));
		expect(textsSent()).toHaveLength(30);
	});
}
