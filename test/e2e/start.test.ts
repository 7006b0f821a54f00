import axios from 'axios';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../n8n/until';
import { repository } from '../repository';
import { installedN8n, installPatience } from '../running/installedN8n';

/** Milliseconds for the build, the start of n8n and the first message. */
const patience = 180_000;

let folder: string;

beforeAll(async () => {
	await installedN8n();
	folder = await mkdtemp(join(tmpdir(), 'started-'));
}, installPatience);

afterAll(async () => {
	await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

test(
	'npm start stays up after the first message, and Ctrl-C ends all that it started',
	async () => {
		// Like a terminal: the program leads the group of processes that Ctrl-C goes to.
		const npm = spawn('npm', ['start', '--', '--folder', folder], {
			cwd: repository,
			detached: true,
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		let output = '';
		npm.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
		const ended = once(npm, 'close');
		try {
			await until({ within: patience, waitingFor: 'npm start' }, () => {
				if (npm.exitCode !== null) throw new Error(`npm start ended:\n${output}`);
				return Promise.resolve(output.includes('Ctrl-C ends it') || undefined);
			});
			expect(output).toContain('The message arrived exactly once.');
			const urls = [/n8n editor +(\S+)/, /Inbox +(\S+)/].map((place) => place.exec(output)?.[1]);
			for (const url of urls) await axios.get(url ?? '', { proxy: false });

			process.kill(-(npm.pid ?? 0), 'SIGINT');
			await ended;

			for (const url of urls) {
				await expect(axios.get(url ?? '', { proxy: false })).rejects.toThrow('ECONNREFUSED');
			}
		} finally {
			if (npm.exitCode === null && npm.pid !== undefined) process.kill(-npm.pid, 'SIGTERM');
			await ended;
		}
	},
	patience,
);
