import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { repository } from '../../support/repository';
import { runDemo } from './demo';

const usage = `npm start              builds the node, starts the local service and n8n with the node and
                       examples, sends a first message, and stays up until Ctrl-C
npm start -- --once    does the same on a fresh folder, ends everything, and fails unless
                       the first message arrived exactly once
npm start -- --folder <folder>
                       keeps n8n's data there, instead of in .n8n-demo`;

const ending = new AbortController();

async function main(): Promise<boolean> {
	const { values } = parseArgs({
		options: {
			folder: { type: 'string', default: join(repository, '.n8n-demo') },
			help: { type: 'boolean', default: false },
			once: { type: 'boolean', default: false },
		},
	});
	const { folder, help, once } = values;
	const { signal } = ending;
	if (help) {
		console.log(usage);
		return true;
	}
	if (!once) return await runDemo({ once, folder: resolve(folder), signal });
	const temporary = await mkdtemp(join(tmpdir(), 'n8n-'));
	try {
		return await runDemo({ once, folder: temporary, signal });
	} finally {
		await rm(temporary, { recursive: true, force: true, maxRetries: 3 });
	}
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	// Not once: a second Ctrl-C must not cut the cleaning up short.
	process.on(signal, () => {
		ending.abort();
	});
}

main().then(
	(succeeded) => {
		process.exitCode = succeeded ? 0 : 1;
	},
	(failure: unknown) => {
		if (ending.signal.aborted) return;
		console.error(failure instanceof Error ? failure.message : failure);
		process.exitCode = 1;
	},
);
