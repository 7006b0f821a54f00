import { lastRun, type StoredWorkflow } from '../n8n';
import { sendText } from '../running/parameters';
import { restartN8n, theRunning, useN8n } from '../running/running';
import { nodeName, workflowOf } from '../running/workflow';

jest.setTimeout(300_000);

// A file of its own, because n8n is started again on the way.
useN8n();

beforeEach(() => {
	theRunning().service.configure({ acceptUnknownContacts: true });
});

const parameters = { ...sendText, options: { sendOnceKey: '={{ $json.order }}' } };

const orders = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => {
		const order = `order-${String(from + index)}`;
		return { contactId: `contact of ${order}`, text: `About ${order}`, order };
	});

/** A workflow that asks for as many orders, from the first on, as its Code node is told. */
async function storeWorkflow(items: ReturnType<typeof orders>): Promise<StoredWorkflow> {
	return await theRunning().client.createWorkflow(workflowOf({ parameters, items }));
}

async function run(workflow: StoredWorkflow) {
	const execution = await theRunning().client.runWorkflow(workflow, 240_000);
	const node = lastRun(execution, nodeName);
	const items = node.outputs[0] ?? [];
	return { execution, node, items, statuses: items.map(({ json }) => json['status']) };
}

const timesEach = () => {
	const texts = theRunning().service.messages.map(({ item }) => item.type === 'text' && item.text);
	return { messages: texts.length, different: new Set(texts).size };
};

test('a message is not sent again for its key after n8n was started again', async () => {
	const workflow = await storeWorkflow(orders(0, 30));

	const first = await run(workflow);
	expect(first.statuses).toEqual(first.items.map(() => 'Success'));
	await restartN8n();
	const second = await run(workflow);

	expect(second.statuses).toEqual(first.items.map(() => 'skipped'));
	expect(second.items.map(({ pairedItem }) => pairedItem)).toEqual(
		first.items.map((_, item) => ({ item })),
	);
	expect(timesEach()).toEqual({ messages: 30, different: 30 });
});

test('a refused message is sent by the next execution, and the others are not', async () => {
	const workflow = await storeWorkflow(orders(0, 20));
	theRunning().service.faults.add({
		match: { contactId: 'contact of order-7' },
		fault: { kind: 'status', status: 403 },
	});

	const first = await run(workflow);
	expect(first.execution.error?.message).toBe('The service refused the call [item 7]');
	const second = await run(workflow);

	expect(second.statuses[7]).toBe('Success');
	expect(timesEach()).toEqual({ messages: 20, different: 20 });
});

test('executions at once send each key once', async () => {
	const workflow = await storeWorkflow(orders(0, 40));

	const runs = await Promise.all([run(workflow), run(workflow), run(workflow)]);

	const sent = runs.flatMap(({ statuses }) => statuses.filter((status) => status === 'Success'));
	expect(sent).toHaveLength(40);
	expect(timesEach()).toEqual({ messages: 40, different: 40 });
});

test('another node, and another workflow, remember their own keys', async () => {
	await run(await storeWorkflow(orders(0, 2)));
	const { statuses } = await run(await storeWorkflow(orders(0, 2)));

	expect(statuses).toEqual(['Success', 'Success']);
});
