import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, loopback } from '../../../support/n8n';
import { findProgram, postgresFolders } from './findProgram';
import { asUser, startServer } from './startServer';
import { unprivilegedUser } from './systemUser';

/** A PostgreSQL on loopback, with an empty database that asks for no password. */
export interface PostgresServer {
	readonly port: number;
	readonly user: string;
	readonly database: string;
	/** Ends it, and removes its data. */
	stop(): Promise<void>;
}

const runFile = promisify(execFile);
const owner = 'n8n';

/** Starts a PostgreSQL in a folder of its own; as another account where this process is root's. */
export async function startPostgres(): Promise<PostgresServer> {
	const alsoIn = await postgresFolders();
	const find = (name: string) => findProgram({ name, debianPackage: 'postgresql', alsoIn });
	const [initdb, postgres] = [await find('initdb'), await find('postgres')];
	const user = await unprivilegedUser();
	const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
	const removeData = () => rm(folder, { recursive: true, force: true });
	try {
		if (user !== undefined) await chown(folder, user.userId, user.groupId);
		const [command, ...words] = await asUser(user, [
			...[initdb, '--pgdata', folder, '--username', owner, '--auth', 'trust'],
			...['--encoding', 'UTF8', '--no-locale', '--no-sync'],
		]);
		await runFile(command, words, { cwd: folder });
		const port = await freePort();
		const running = await startServer({
			program: postgres,
			// No socket in a folder that everybody shares, and no care for a power cut.
			arguments: [
				...['-D', folder, '-h', loopback, '-p', String(port), '-k', ''],
				...['-c', 'fsync=off', '-c', 'max_connections=200'],
			],
			folder,
			user,
			ready: 'database system is ready to accept connections',
		});
		return {
			port,
			user: owner,
			database: 'postgres',
			stop: async () => {
				await running.stop();
				await removeData();
			},
		};
	} catch (failure) {
		await removeData();
		throw failure;
	}
}
