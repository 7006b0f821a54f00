import { setTimeout as sleep } from 'node:timers/promises';

import { startService } from '../../test/support/service';
import { table } from '../table';
import createUserFolder from '../../test/workflows/engine/setup';
import removeUserFolder from '../../test/workflows/engine/teardown';
import { execute } from './executions';

/** What n8n's engine and V8 make once, they have made by then: after 300, the heap still grows. */
const warmUp = 1_000;
const executions = 1_000;

/** How much larger the heap may be afterwards, in bytes: a kilobyte for each execution. */
const largestGrowth = executions * 1_024;

/** What ends by itself within this time, in milliseconds, such as a connection that is closing, is no leak. */
const endsByItself = 3_000;

/** Collects garbage and looks at what the process holds: bytes, timers, and sockets with servers. */
async function usage() {
	if (global.gc === undefined) throw new Error('Start this with node --expose-gc');
	await sleep(endsByItself);
	// Finalizers run between collections, and let go of more.
	for (let round = 0; round < 3; round += 1) {
		global.gc();
		await new Promise((resolve) => setImmediate(resolve));
	}
	const resources = process.getActiveResourcesInfo();
	const count = (pattern: RegExp) => resources.filter((name) => pattern.test(name)).length;
	return {
		heap: process.memoryUsage().heapUsed,
		timers: count(/^(Timeout|Immediate)$/),
		connections: count(/TCP|Pipe|TLS/),
	};
}

/** Runs executions one after the other, cancelled ones too, and looks at what they leave behind. */
async function main(): Promise<number> {
	await createUserFolder();
	const service = await startService({
		limits: { messagesPerSecond: null, contactRequestsPerMinute: null },
		acceptUnknownContacts: true,
	});
	await execute(service, warmUp);
	const before = await usage();
	await execute(service, executions);
	const after = await usage();
	await service.close();
	await removeUserFolder();

	const rows = Object.entries({
		[`after ${String(warmUp)} executions`]: before,
		[`after ${String(executions)} more`]: after,
	}).map(([name, { heap, timers, connections }]) => [
		...[name, (heap / 2 ** 20).toFixed(2), String(timers), String(connections)],
	]);
	console.log(table(['', 'heap in MB', 'timers', 'connections'], rows));
	const isClean =
		after.heap - before.heap <= largestGrowth &&
		after.timers <= before.timers &&
		after.connections <= before.connections;
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
