import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { contactOperation } from '../../test/support/fixtures/parameters';
import { unlimitedCredential } from '../../test/workflows/engine/credentials';
import { runNode } from '../../test/workflows/engine/runNode';
import createUserFolder from '../../test/workflows/engine/setup';
import removeUserFolder from '../../test/workflows/engine/teardown';
import { watchBlocks } from '../longestBlock';
import { table } from '../table';

const flags = {
	contacts: { type: 'string', default: '100000' },
	/** The first execution includes the compilation of the code. */
	executions: { type: 'string', default: '3' },
} as const;

/** Measures how long *Get Many* blocks the event loop in n8n's engine. */
async function main(): Promise<void> {
	const { values } = parseArgs({ options: flags });
	await createUserFolder();
	const args = [...process.execArgv, path.join(__dirname, 'contactList.ts'), values.contacts];
	const service = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	const [port] = (await once(service.stdout, 'data')) as [Buffer];
	const url = `http://127.0.0.1:${port.toString().trim()}`;
	const rows: string[][] = [];
	try {
		for (let execution = 1; execution <= Number(values.executions); execution += 1) {
			const blocks = watchBlocks();
			const { items, error } = await runNode({
				credential: unlimitedCredential({ url, token: 'token-of-channel' }),
				parameters: contactOperation('getAll', {
					fieldName: 'city',
					fieldValue: 'Vigo',
					returnAll: true,
				}),
			});
			blocks.stop();
			if (error !== undefined) throw new Error(error.message);
			const [load = 0] = loadavg();
			rows.push([
				String(execution),
				String(items.length),
				blocks.longestMs().toFixed(0),
				load.toFixed(1),
			]);
		}
	} finally {
		service.kill();
		await removeUserFolder();
	}
	console.log(table(['Execution', 'Contacts', 'Longest block (ms of CPU)', 'Load average'], rows));
}

// The timers of n8n's engine would keep the process running.
void main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
