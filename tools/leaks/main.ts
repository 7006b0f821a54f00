import { setTimeout as sleep } from 'node:timers/promises';

import { startService } from '../../test/support/service';
import createUserFolder from '../../test/workflows/engine/setup';
import removeUserFolder from '../../test/workflows/engine/teardown';
import { execute } from './executions';

/** Executions before the first measurement. The caches of n8n and V8 still grow after 300. */
const warmUpExecutions = 1_000;
const executions = 1_000;

/** The maximum growth of the heap: a kilobyte per execution. */
const maxGrowthBytes = executions * 1_024;

/** Longer than the 5 seconds for which Node.js keeps idle connections open. */
const settlingTimeMs = 6_000;

/** Collects garbage, and returns the size of the heap, and the number of handles. */
async function measure() {
	if (global.gc === undefined) throw new Error('Start this with node --expose-gc');
	await sleep(settlingTimeMs);
	// Finalizers run between collections and release more objects.
	for (let round = 0; round < 3; round += 1) {
		global.gc();
		await new Promise((resolve) => setImmediate(resolve));
	}
	const resources = process.getActiveResourcesInfo();
	const count = (pattern: RegExp) => resources.filter((name) => pattern.test(name)).length;
	return {
		heapBytes: process.memoryUsage().heapUsed,
		timers: count(/^(Timeout|Immediate)$/),
		connections: count(/TCP|Pipe|TLS/),
	};
}

/** Returns the exit code: 1 if memory, timers, or connections leaked. */
async function main(): Promise<number> {
	await createUserFolder();
	const service = await startService({
		limits: { messagesPerSecond: null, contactRequestsPerMinute: null },
		acceptUnknownContacts: true,
	});
	await execute(service, warmUpExecutions);
	const before = await measure();
	await execute(service, executions);
	const after = await measure();
	await service.close();
	await removeUserFolder();

	console.table({
		[`after ${String(warmUpExecutions)} executions`]: before,
		[`after ${String(executions)} more`]: after,
	});
	const hasNoLeaks =
		after.heapBytes - before.heapBytes <= maxGrowthBytes &&
		after.timers <= before.timers &&
		after.connections <= before.connections;
	console.log(hasNoLeaks ? '\nNo leaks.' : '\nThe node leaks memory, timers, or connections.');
	return hasNoLeaks ? 0 : 1;
}

// The timers of n8n's engine would keep the process running.
void main().then(
	(code) => process.exit(code),
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exit(1);
	},
);
