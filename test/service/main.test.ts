import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { sendText } from './callService';
import { startService } from './startService';

const root = join(__dirname, '..', '..');

/** Resolves with the output so far once it contains what is awaited. */
async function outputWith(
	program: ChildProcessByStdio<null, Readable, null>,
	awaited: string,
): Promise<string> {
	let output = '';
	for await (const chunk of program.stdout.iterator({ destroyOnReturn: false })) {
		output += String(chunk);
		if (output.includes(awaited)) return output;
	}
	throw new Error(`The program ended without '${awaited}': ${output}`);
}

describe('npm run service', () => {
	it('tells what is needed, moves off a taken port, and ends with Ctrl-C', async () => {
		const occupant = await startService();
		const program = spawn(
			process.execPath,
			[
				...['--import', 'tsx', join(__dirname, 'main.ts')],
				...['--port', new URL(occupant.url).port, '--token', 'own-token'],
			],
			{ cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
		);
		try {
			const ended = once(program, 'exit');
			const output = await outputWith(program, occupant.contacts.all()[24]?.id ?? '');
			expect(output).toContain('is taken: using another');
			const url = /Base URL\s+(\S+)/.exec(output)?.[1] ?? '';
			expect(url).not.toBe(occupant.url);
			const contactId = occupant.contacts.all()[0]?.id ?? '';
			expect((await sendText({ url, token: 'own-token' }, contactId)).status).toBe(200);
			program.kill('SIGINT');
			expect(await ended).toEqual([0, null]);
		} finally {
			program.kill('SIGKILL');
			await occupant.close();
		}
	}, 30_000);
});
