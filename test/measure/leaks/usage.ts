import { setTimeout as sleep } from 'node:timers/promises';

/** What ends by itself within this time, in milliseconds, such as a connection that is closing, is no leak. */
const endsByItself = 3_000;

/** What the process holds after garbage collection. */
export interface Usage {
	/** Bytes. */
	readonly heap: number;
	readonly timers: number;
	/** Sockets and servers. */
	readonly connections: number;
}

/** Collects garbage and looks. Needs `node --expose-gc`. */
export async function usage(): Promise<Usage> {
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
