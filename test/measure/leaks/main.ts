import { startService } from '../../support/service';
import { makeFolder, removeFolder } from '../../workflows/engine/folder';
import { addFaults, execute } from './executions';
import { type Usage, usage } from './usage';

/** n8n's engine and V8 make what they make once during the first executions. */
const warmUp = 300;
const executions = 1_000;

/** How much larger the heap may be afterwards, in bytes: a kilobyte for each execution. */
const largestGrowth = executions * 1_024;

const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(2);

function tell(name: string, { heap, timers, connections }: Usage): void {
	console.log(`| ${name} | ${megabytes(heap)} | ${String(timers)} | ${String(connections)} |`);
}

function nothingWasLeft(before: Usage, after: Usage): boolean {
	return (
		after.heap - before.heap <= largestGrowth &&
		after.timers <= before.timers &&
		after.connections <= before.connections
	);
}

/** Runs executions one after the other, cancelled ones too, and looks at what they leave behind. */
async function main(): Promise<number> {
	await makeFolder();
	const service = await startService({
		limits: { messagesPerSecond: null, contactCallsPerMinute: null },
		acceptUnknownContacts: true,
	});
	addFaults(service);
	await execute(service, warmUp);
	const before = await usage();
	await execute(service, executions);
	const after = await usage();

	console.log('| | heap in MB | timers | connections |\n| --- | ---: | ---: | ---: |');
	tell(`after ${String(warmUp)} executions`, before);
	tell(`after ${String(executions)} more`, after);
	await service.close();
	await removeFolder();

	const isClean = nothingWasLeft(before, after);
	console.log(isClean ? '\nNothing was left behind.' : '\nSomething was left behind.');
	return isClean ? 0 : 1;
}

// n8n's engine keeps timers, so the process ends by itself only when it is told to.
void main().then(
	(code) => process.exit(code),
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exit(1);
	},
);
