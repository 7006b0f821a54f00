import { link, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import {
	manualTrigger,
	newNode,
	sequentialWorkflow,
	waitFor,
	type Workflow,
	type WorkflowNode,
} from '../../support/n8n';
import { channelMessagingNode } from '../../support/fixtures/nodeWorkflow';
import { contact, send } from '../../support/fixtures/parameters';
import {
	installTimeoutMs,
	startTestEnvironment,
	type TestEnvironment,
} from '../../support/fixtures/testEnvironment';
import { downloadFile } from '../../support/service';

jest.setTimeout(300_000);

const fileCount = 200;
const bytesPerFile = 5 * 1024 * 1024;
/** Reading 1 GB takes longer than other executions. */
const executionTimeoutMs = 240_000;
/**
 * n8n's memory varies by up to 80 MB. If the node read the files of 50 concurrent messages into memory,
 * it would grow by about 300 MB.
 */
const maxGrowthBytes = 150 * 1024 * 1024;

let environment: TestEnvironment;

beforeAll(async () => {
	environment = await startTestEnvironment(
		{ acceptUnknownContacts: true },
		// n8n 1 keeps files in memory by default.
		{ N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
	);
	// The folder that n8n 2 allows workflows to read.
	const folder = join(environment.userFolder, '.n8n-files');
	await mkdir(folder);
	const first = join(folder, '0.bin');
	await writeFile(first, Buffer.alloc(bytesPerFile, 'file'));
	for (let number = 1; number < fileCount; number += 1) {
		await link(first, join(folder, `${String(number)}.bin`));
	}
}, installTimeoutMs);

afterAll(async () => {
	await environment.stop();
});

/** Returns a workflow that reads all files, and sends a text and then a file for each. */
function fileWorkflow(): Workflow {
	const fileSelector = join(environment.userFolder, '.n8n-files', '*.bin');
	const message = (name: string, content: INodeParameters): WorkflowNode => {
		const parameters = send({ contactId: contact('={{ $itemIndex }}'), ...content });
		return { ...channelMessagingNode(parameters, {}, environment.credential), name };
	};
	const texts = message('Texts', { messageType: 'text', text: 'Hi' });
	const files = message('Files', { messageType: 'file', binaryData: true });
	const read = newNode('Read', ['n8n-nodes-base.readWriteFile', 1], { fileSelector });
	const workflow = sequentialWorkflow('Send many files', [manualTrigger, read, texts]);
	const to = (node: string) => ({ node, type: 'main' as const, index: 0 });
	return {
		...workflow,
		nodes: [...workflow.nodes, { ...files, position: [0, 200] }],
		connections: { ...workflow.connections, Read: { main: [[to('Texts'), to('Files')]] } },
	};
}

const processFile = (name: string) => `/proc/${String(environment.n8n.id)}/${name}`;

/** Returns the peak of n8n's resident memory in bytes, and resets it to the current memory. */
async function peakMemory(): Promise<number> {
	const status = await readFile(processFile('status'), 'utf8');
	await writeFile(processFile('clear_refs'), '5');
	const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(status) ?? [];
	return Number(kilobytes) * 1024;
}

test("200 files of 5 MB raise n8n's memory usage by less than 150 MB", async () => {
	const { client, service } = environment;
	const receivedMessages = async (count: number) => {
		const received = () => service.messages.length >= count;
		await waitFor(`${String(count)} messages`, received, executionTimeoutMs);
	};

	const id = await client.startWorkflow(fileWorkflow());
	await receivedMessages(1);
	await peakMemory();
	await receivedMessages(fileCount);
	const withoutFiles = await peakMemory();
	expect(await client.waitForExecution(id)).toMatchObject({ status: 'success' });
	const urls = service.messages.flatMap(({ item }) => ('url' in item ? [item.url] : []));
	for (const url of urls) expect((await downloadFile(url)).bytes).toHaveLength(bytesPerFile);
	const withFiles = await peakMemory();

	expect(urls).toHaveLength(fileCount);
	expect(withFiles - withoutFiles).toBeLessThan(maxGrowthBytes);
});
