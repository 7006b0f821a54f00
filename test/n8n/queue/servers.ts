import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, loopback, waitFor } from '../../support/n8n';
import { type ProcessGroup, startProcessGroup } from '../../support/n8n/processGroup';

/** A Redis on loopback. */
export interface RedisServer {
	readonly port: number;
	/** Ends it, and starts it again on the same port with what it had. */
	restart(): Promise<void>;
	stop(): Promise<void>;
}

/** A PostgreSQL on loopback, with an empty database that asks for no password. */
export interface PostgresServer {
	readonly port: number;
	readonly user: string;
	readonly database: string;
	stop(): Promise<void>;
}

/** What to start: a program of the system, as words, and what it has written once it is ready. */
interface ServerProgram {
	readonly words: readonly string[];
	readonly folder: string;
	readonly ready: string;
}

/** Milliseconds for a server to take connections. */
const patience = 30_000;
const runFile = promisify(execFile);

/** PostgreSQL refuses to run as root: then it gets the account that its package brings. */
const account = process.getuid?.() === 0 ? 'postgres' : undefined;
const asAccount =
	account === undefined
		? []
		: ['setpriv', `--reuid=${account}`, `--regid=${account}`, '--init-groups'];

/** Debian keeps PostgreSQL's programs out of PATH, in a folder for each version. */
function environment(): NodeJS.ProcessEnv {
	const versions = '/usr/lib/postgresql';
	const folders = readdirSync(versions).map((version) => join(versions, version, 'bin'));
	return { PATH: [process.env['PATH'], ...folders].join(delimiter), LC_ALL: 'C' };
}

/** Starts a server, and waits until it takes connections. It ends, at the latest, with this process. */
async function startServer({ words, folder, ready }: ServerProgram): Promise<ProcessGroup> {
	const running = startProcessGroup({
		command: 'setpriv',
		arguments: ['--pdeathsig=INT', ...words],
		folder,
		environment: environment(),
	});
	try {
		await waitFor(
			`${words.join(' ')} to be ready`,
			() => {
				if (running.hasEnded()) {
					throw new Error(`${words.join(' ')} ended before it was ready:\n${running.output()}`);
				}
				return Promise.resolve(running.output().includes(ready) ? true : undefined);
			},
			patience,
		);
	} catch (failure) {
		await running.stop();
		throw failure;
	}
	return running;
}

/** Starts a Redis that keeps what it is given, as a Redis behind n8n has to. */
export async function startRedis(folder: string): Promise<RedisServer> {
	const port = await freePort();
	const start = () =>
		startServer({
			words: [
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
		// No socket in a folder that everybody shares, and no care for a power cut.
		words: [
			...[...asAccount, 'postgres', '-D', folder, '-h', loopback, '-p', String(port), '-k', ''],
			...['-c', 'fsync=off', '-c', 'max_connections=200'],
		],
		folder,
		ready: 'database system is ready to accept connections',
	});
	return { port, user: owner, database: 'postgres', stop: () => running.stop() };
}
