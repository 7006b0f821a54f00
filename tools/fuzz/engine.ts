import { contact, contactOperation, sendText } from '../../test/support/fixtures/parameters';
import { unlimitedCredential } from '../../test/workflows/engine/credentials';
import { runNode } from '../../test/workflows/engine/runNode';
import createUserFolder from '../../test/workflows/engine/setup';
import removeUserFolder from '../../test/workflows/engine/teardown';
import { watchBlocks } from '../longestBlock';

const timeoutSeconds = 2;

/** Cancels retries and lists without an end. */
const maxExecutionMs = 8_000;

const concurrentExecutions = 4;

const row = { field: [{ name: 'city', value: 'Vigo' }] };
const search = { fieldName: 'city', fieldValue: 'Vigo' };
const options = { timeout: timeoutSeconds };
const tags = { specifyTags: 'list', tagList: 'a' };

const contactId = contact('={{ $json.contactId }}');

const kinds = [
	sendText({ options }),
	contactOperation('get', { contactId, options }),
	contactOperation('getAll', { ...search, returnAll: true, options }),
	contactOperation('update', { contactId, customFields: row, options }),
	contactOperation('create', { customFields: row, options }),
	contactOperation('addTags', { contactId, ...tags, options }),
	contactOperation('upsert', { ...search, customFields: row, options }),
	sendText({ contactId: contact('ana@mail.example', 'email'), options }),
];

const items = ['1', '2', '3', '4'].map((contactId) => ({ contactId, text: 'Hi' }));

const megabyte = 2 ** 20;

/** Executes the node against a server until `isOver`, in this process. */
async function main(url: string, executions: number): Promise<void> {
	await createUserFolder();
	const run = async (index: number) =>
		await runNode({
			// Each execution has its own queue: one waits after failures of the others.
			credential: unlimitedCredential({ url, token: `token-of-execution-${String(index)}` }),
			parameters: kinds[index % kinds.length] ?? {},
			items,
			settings: { onError: index % 3 === 0 ? 'stopWorkflow' : 'continueErrorOutput' },
			cancel: AbortSignal.timeout(maxExecutionMs),
		});
	await run(0);
	const blocks = watchBlocks();
	let next = 1;
	let failed = 0;
	let maxHeapBytes = 0;
	const work = async () => {
		while (next <= executions) {
			const index = next;
			next += 1;
			const { status, error } = await run(index);
			if (error !== undefined || status !== 'success') failed += 1;
			maxHeapBytes = Math.max(maxHeapBytes, process.memoryUsage().heapUsed);
		}
	};
	await Promise.all(Array.from({ length: concurrentExecutions }, work));
	blocks.stop();
	await removeUserFolder();
	console.log(
		`${String(executions)} executions, ${String(failed)} of which failed or were canceled. Longest block: ${blocks.longestMs().toFixed(0)} ms. Heap: up to ${(maxHeapBytes / megabyte).toFixed(0)} MB.`,
	);
}

const [url = '', executions = '1'] = process.argv.slice(2);

// The timers of n8n's engine would keep the process running.
void main(url, Number(executions)).then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
