import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	type InstalledRelease,
	installPackage,
	loopback,
	N8nClient,
	type Part,
	type RunningN8n,
	startN8n,
} from '../n8n';
import { type PostgresServer, startPostgres } from './servers/postgresServer';
import { type RedisServer, startRedis } from './servers/redisServer';

/** One process of n8n, and the folder that is its own. */
export interface QueueProcess extends RunningN8n {
	readonly userFolder: string;
}

/** An n8n in queue mode, as the documentation of n8n sets it up. */
export interface QueueMode {
	readonly main: QueueProcess;
	readonly webhook: QueueProcess;
	readonly workers: readonly QueueProcess[];
	readonly redis: RedisServer;
	/** The owner's browser, at the main process. */
	readonly client: N8nClient;
	/** The executions that n8n found stalled: their worker had stopped saying that it is alive. */
	stalledExecutions(): Promise<readonly string[]>;
	/** Ends everything, and removes all data. */
	stop(): Promise<void>;
}

/** What to start. */
export interface QueueModeOptions {
	readonly release: InstalledRelease;
	readonly tarball: string;
	readonly workers: number;
	/** Done to each folder in which the package has been installed, before n8n starts there. */
	readonly prepare?: (userFolder: string) => Promise<void>;
}

function environmentOf(redis: RedisServer, postgres: PostgresServer, encryptionKey: string) {
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_DATABASE: postgres.database,
		DB_POSTGRESDB_HOST: loopback,
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_USER: postgres.user,
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: encryptionKey,
		QUEUE_BULL_REDIS_HOST: loopback,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
	};
}

/** n8n's own record of what happened in a process, one event a line. */
async function stalledIn(userFolder: string): Promise<readonly string[]> {
	const log = await readFile(join(userFolder, '.n8n', 'n8nEventLog.log'), 'utf8').catch(() => '');
	return log
		.split('\n')
		.filter((line) => line.includes('"n8n.queue.job.stalled"'))
		.flatMap((line) => /"executionId":"(\d+)"/.exec(line)?.[1] ?? []);
}

/** Starts Redis, PostgreSQL, a main process, a webhook process and the workers. */
export async function startQueueMode(options: QueueModeOptions): Promise<QueueMode> {
	const undo: (() => Promise<void>)[] = [];
	const stop = async (): Promise<void> => {
		for (const step of undo.splice(0).reverse()) await step();
	};
	try {
		const redis = await startRedis();
		undo.push(() => redis.stop());
		const postgres = await startPostgres();
		undo.push(() => postgres.stop());
		const environment = environmentOf(redis, postgres, randomBytes(24).toString('hex'));

		const start = async (part: Part): Promise<QueueProcess> => {
			const userFolder = await mkdtemp(join(tmpdir(), `n8n-${part}-`));
			undo.push(() => rm(userFolder, { recursive: true, force: true, maxRetries: 3 }));
			await installPackage(options.tarball, userFolder);
			await options.prepare?.(userFolder);
			const n8n = await startN8n({ release: options.release, part, userFolder, environment });
			undo.push(() => n8n.stop());
			return { ...n8n, userFolder };
		};

		// The main process prepares the database for the others.
		const main = await start('start');
		const client = new N8nClient(main.url);
		await client.setUpOwner();
		const webhook = await start('webhook');
		const workers: QueueProcess[] = [];
		for (let count = 0; count < options.workers; count += 1) workers.push(await start('worker'));

		const servers = [main, webhook];
		return {
			main,
			webhook,
			workers,
			redis,
			client,
			stalledExecutions: async () => {
				const found = await Promise.all(servers.map(({ userFolder }) => stalledIn(userFolder)));
				return found.flat();
			},
			stop,
		};
	} catch (failure) {
		await stop();
		throw failure;
	}
}
