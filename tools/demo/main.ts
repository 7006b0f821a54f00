import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder } from '../../test/support/n8n';
import { runDemo } from './demo';

const ending = new AbortController();

/**
 * Builds the node, starts the local service and n8n with the node and the examples, sends a first
 * message, and stays up until Ctrl-C. With `--once`, does the same on a fresh folder and ends;
 * with `--watch`, compiles changed sources and reloads the node.
 */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			once: { type: 'boolean', default: false },
			watch: { type: 'boolean', default: false },
		},
	});
	const { once, watch } = values;
	const { signal } = ending;
	const folder = once ? await mkdtemp(join(tmpdir(), 'n8n-')) : join(cacheFolder(), 'demo');
	try {
		await runDemo({ once, watch, folder, signal });
	} finally {
		if (once) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
	}
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	// Not once: a second Ctrl-C must not cut the cleaning up short.
	process.on(signal, () => {
		ending.abort();
	});
}

main().catch((failure: unknown) => {
	if (ending.signal.aborted) return;
	console.error(failure instanceof Error ? failure.message : failure);
	process.exitCode = 1;
});
