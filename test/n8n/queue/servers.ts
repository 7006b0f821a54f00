import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, loopback, waitFor } from '../../support/n8n';
import { type ProcessGroup, startProcessGroup } from '../../support/n8n/processGroup';

export type RedisServer = Awaited<ReturnType<typeof startRedis>>;
export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

const runFile = promisify(execFile);

/** PostgreSQL doesn't run as root. Its Debian package creates an account. */
const account = process.getuid?.() === 0 ? 'postgres' : undefined;
const asAccount =
	account === undefined
		? []
		: ['setpriv', `--reuid=${account}`, `--regid=${account}`, '--init-groups'];

/** Debian installs PostgreSQL in one folder per version, outside of PATH. */
function environment(): NodeJS.ProcessEnv {
	const versions = '/usr/lib/postgresql';
	const folders = readdirSync(versions).map((version) => join(versions, version, 'bin'));
	return { PATH: [process.env['PATH'], ...folders].join(delimiter), LC_ALL: 'C' };
}

/**
 * Starts a server and waits until it is ready. It ends no later than this process.
 *
 * @param ready the output when the server is ready
 */
async function startServer(
	folder: string,
	commandLine: readonly string[],
	ready: string,
): Promise<ProcessGroup> {
	const running = startProcessGroup({
		command: 'setpriv',
		arguments: ['--pdeathsig=INT', ...commandLine],
		folder,
		environment: environment(),
	});
	try {
		await waitFor(`${commandLine.join(' ')} to be ready`, () => {
			if (running.hasEnded()) {
				throw new Error(`${commandLine.join(' ')} ended before it was ready:\n${running.output()}`);
			}
			return running.output().includes(ready);
		});
	} catch (error) {
		await running.stop();
		throw error;
	}
	return running;
}

/** Starts a Redis on loopback, with persistence, which n8n's queue requires. */
export async function startRedis(folder: string) {
	const port = await freePort();
	const start = () =>
		startServer(
			folder,
			[
				...['redis-server', '--bind', loopback, '--port', String(port), '--dir', folder],
				...['--save', '', '--appendonly', 'yes', '--appendfsync', 'everysec'],
			],
			'Ready to accept connections',
		);
	let running = await start();
	return {
		port,
		/** Restarts it with the same port and data. */
		restart: async () => {
			await running.stop();
			running = await start();
		},
		stop: () => running.stop(),
	};
}

/** Starts a PostgreSQL on loopback, with an empty database without a password. */
export async function startPostgres(folder: string) {
	const owner = 'n8n';
	const port = await freePort();
	if (account !== undefined) await runFile('chown', [account, folder]);
	const [command = '', ...words] = [
		...[...asAccount, 'initdb', '--pgdata', folder, '--username', owner, '--auth', 'trust'],
		...['--encoding', 'UTF8', '--no-locale', '--no-sync'],
	];
	await runFile(command, words, { cwd: folder, env: environment() });
	const running = await startServer(
		folder,
		// No Unix socket in a shared folder, and no protection from power failures.
		[
			...[...asAccount, 'postgres', '-D', folder, '-h', loopback, '-p', String(port), '-k', ''],
			...['-c', 'fsync=off', '-c', 'max_connections=200'],
		],
		'database system is ready to accept connections',
	);
	return { port, user: owner, database: 'postgres', stop: () => running.stop() };
}
