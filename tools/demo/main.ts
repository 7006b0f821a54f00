import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder } from '../../test/support/n8n';
import { runDemo } from './demo';

const stopping = new AbortController();

/**
 * Builds the node, starts the local service and n8n with the node and the examples, sends a message,
 * and waits for Ctrl+C. `--once` uses a new folder, and stops after the message. `--watch` compiles
 * changed sources and reloads the node.
 */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			once: { type: 'boolean', default: false },
			watch: { type: 'boolean', default: false },
		},
	});
	const { once, watch } = values;
	const { signal } = stopping;
	const folder = once ? await mkdtemp(join(tmpdir(), 'n8n-')) : join(cacheFolder(), 'demo');
	try {
		await runDemo({ once, watch, folder, signal });
	} finally {
		if (once) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
	}
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	// `on` instead of `once`, so that a second Ctrl+C doesn't interrupt the cleanup.
	process.on(signal, () => {
		stopping.abort();
	});
}

main().catch((failure: unknown) => {
	if (stopping.signal.aborted) return;
	console.error(failure instanceof Error ? failure.message : failure);
	process.exitCode = 1;
});
