import { lastRun, type StoredWorkflow } from '../n8n';
import { whileAskingForHealth } from './fixture/health';
import { sendText } from '../running/parameters';
import { restartN8n, theRunning, useN8n } from '../running/running';
import { channelMessaging, nodeName, workflowOf } from '../running/workflow';

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

describe('with ten thousand keys', () => {
	// A machine that does something else for a moment must not look like a broken promise.
	jest.retryTimes(1, { logErrorsBeforeRetry: true });

	test('n8n answers, and messages go at nine tenths of the full rate or more', async () => {
		const { client, credentialData, service } = theRunning();
		service.configure({ limits: { messagesPerSecond: null } });
		const credential = await client.createCredential({
			name: 'Channel without a limit',
			type: 'channelMessagingApi',
			data: { ...credentialData, messagesPerSecond: 100_000 },
		});
		const fill = workflowOf({ parameters, items: orders(0, 10_000) });
		const filling = await client.createWorkflow({
			...fill,
			nodes: fill.nodes.map((node) =>
				node.name === nodeName
					? { ...channelMessaging(parameters), credentials: { channelMessagingApi: credential } }
					: node,
			),
		});

		const filled = await run(filling);
		expect(filled.execution.status).toBe('success');
		expect(timesEach()).toEqual({ messages: 10_000, different: 10_000 });

		// The same node, which now has ten thousand keys, at the limit of the document.
		service.configure({ limits: { messagesPerSecond: 25 } });
		const paced = workflowOf({ parameters, items: orders(10_000, 10_150) });
		const stored = JSON.parse(JSON.stringify(filling)) as StoredWorkflow;
		const nodes = stored.nodes.map((node) => {
			const changed = paced.nodes.find(({ name }) => name === node.name);
			return changed === undefined ? node : { ...changed, id: node['id'] };
		});
		const { result, longestMilliseconds } = await whileAskingForHealth(
			async () => await run({ ...stored, nodes } as StoredWorkflow),
		);

		const perSecond = 150 / (result.node.milliseconds / 1_000);
		process.stderr.write(
			`With 10,000 keys: ${perSecond.toFixed(1)} messages a second, ${String(service.statistics().rateLimited)} times 429, longest wait of n8n's health page ${longestMilliseconds.toFixed(0)} ms\n`,
		);
		expect(new Set(result.statuses)).toEqual(new Set(['Success']));
		expect(perSecond).toBeGreaterThanOrEqual(0.9 * 25);
		expect(longestMilliseconds).toBeLessThanOrEqual(400);
	});
});
