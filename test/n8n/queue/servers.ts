import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, loopback, waitFor } from '../../support/n8n';
import { type ProcessGroup, startProcessGroup } from '../../support/n8n/processGroup';

/** A Redis on loopback. */
export interface RedisServer {
	readonly port: number;
	/** Restarts it with the same port and data. */
	restart(): Promise<void>;
	stop(): Promise<void>;
}

/** A PostgreSQL on loopback, with an empty database without a password. */
export interface PostgresServer {
	readonly port: number;
	readonly user: string;
	readonly database: string;
	stop(): Promise<void>;
}

/** A server to start. */
interface ServerProgram {
	readonly commandLine: readonly string[];
	readonly folder: string;
	/** The output when the server is ready. */
	readonly ready: string;
}

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

/** Starts a server and waits until it is ready. It ends no later than this process. */
async function startServer({ commandLine, folder, ready }: ServerProgram): Promise<ProcessGroup> {
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

/** Starts a Redis with persistence, which n8n's queue requires. */
export async function startRedis(folder: string): Promise<RedisServer> {
	const port = await freePort();
	const start = () =>
		startServer({
			commandLine: [
				...['redis-server', '--bind', loopback, '--port', String(port), '--dir', folder],
				...['--save', '', '--appendonly', 'yes', '--appendfsync', 'everysec'],
			],
			folder,
			ready: 'Ready to accept connections',
		});
	let running = await start();
	return {
		port,
		restart: async () => {
			await running.stop();
			running = await start();
		},
		stop: () => running.stop(),
	};
}

/** Starts a PostgreSQL in an empty folder. */
export async function startPostgres(folder: string): Promise<PostgresServer> {
	const owner = 'n8n';
	const port = await freePort();
	if (account !== undefined) await runFile('chown', [account, folder]);
	const [command = '', ...words] = [
		...[...asAccount, 'initdb', '--pgdata', folder, '--username', owner, '--auth', 'trust'],
		...['--encoding', 'UTF8', '--no-locale', '--no-sync'],
	];
	await runFile(command, words, { cwd: folder, env: environment() });
	const running = await startServer({
		// No Unix socket in a shared folder, and no protection from power failures.
		commandLine: [
			...[...asAccount, 'postgres', '-D', folder, '-h', loopback, '-p', String(port), '-k', ''],
			...['-c', 'fsync=off', '-c', 'max_connections=200'],
		],
		folder,
		ready: 'database system is ready to accept connections',
	});
	return { port, user: owner, database: 'postgres', stop: () => running.stop() };
}
