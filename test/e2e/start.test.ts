import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedN8n, installPatience } from '../running/installedN8n';
import { familyOf, stillRunning } from './fixture/processes';

const patience = 120_000;
const repository = join(__dirname, '..', '..');

let folder: string;
let npm: ChildProcess | undefined;

beforeAll(async () => {
	await installedN8n();
	folder = await mkdtemp(join(tmpdir(), 'started-'));
}, installPatience);

afterAll(async () => {
	const isRunning = npm?.exitCode === null && npm.signalCode === null;
	if (isRunning && npm?.pid !== undefined) process.kill(-npm.pid, 'SIGTERM');
	await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** Like a terminal: the program leads the group of processes that Ctrl-C goes to. */
function startInTerminal(): { id: number; said: (words: string) => Promise<string> } {
	const started = spawn('npm', ['start', '--', '--folder', folder], {
		cwd: repository,
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	npm = started;
	let output = '';
	const said = (words: string) =>
		new Promise<string>((resolve, reject) => {
			const look = (chunk: string) => {
				output += chunk;
				if (output.includes(words)) resolve(output);
			};
			for (const stream of [started.stdout, started.stderr]) {
				stream.setEncoding('utf8');
				stream.on('data', look);
			}
			started.once('close', () => {
				reject(new Error(`npm start ended without "${words}":\n${output}`));
			});
		});
	if (started.pid === undefined) throw new Error('npm could not be started');
	return { id: started.pid, said };
}

test(
	'npm start stays up after the first message, and Ctrl-C ends all that it started',
	async () => {
		const { id, said } = startInTerminal();
		const output = await said('Ctrl-C ends it');
		expect(output).toContain('The message arrived exactly once.');
		const [, n8nUrl = ''] = /n8n editor {3}(\S+)/.exec(output) ?? [];
		const [, inboxUrl = ''] = /Inbox {8}(\S+)/.exec(output) ?? [];
		const family = await familyOf(id);
		expect(family.filter(({ command }) => /n8n(\/bin\/n8n)? start/.test(command))).toHaveLength(1);
		for (const url of [n8nUrl, inboxUrl]) expect((await fetch(url)).status).toBe(200);

		// The moment at which the terminal shows its prompt again.
		const ended = new Promise((resolve) => npm?.once('exit', resolve));
		process.kill(-id, 'SIGINT');

		await ended;
		expect(await stillRunning(family)).toEqual([]);
		for (const url of [n8nUrl, inboxUrl]) await expect(fetch(url)).rejects.toThrow();
	},
	patience,
);
