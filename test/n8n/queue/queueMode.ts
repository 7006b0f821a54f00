import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
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
} from '../../support/n8n';
import { type PostgresServer, startPostgres } from './servers/postgresServer';
import { type RedisServer, startRedis } from './servers/redisServer';

/** An n8n in queue mode, as the documentation of n8n sets it up. */
export interface QueueMode {
	readonly main: RunningN8n;
	readonly webhook: RunningN8n;
	readonly workers: readonly RunningN8n[];
	readonly redis: RedisServer;
	readonly postgres: PostgresServer;
	/** The owner's browser, at the main process. */
	readonly client: N8nClient;
	/** The executions that n8n found stalled: their worker had stopped saying that it is alive. */
	stalledExecutions(): readonly string[];
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

/** What n8n says when the queue took an execution from a worker that was not heard of any more. */
const stalled = /job stalled .*\(execution (\d+)\)/g;

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

		const start = async (part: Part): Promise<RunningN8n> => {
			const userFolder = await mkdtemp(join(tmpdir(), `n8n-${part}-`));
			undo.push(() => rm(userFolder, { recursive: true, force: true, maxRetries: 3 }));
			await installPackage(options.tarball, userFolder);
			await options.prepare?.(userFolder);
			const n8n = await startN8n({ release: options.release, part, userFolder, environment });
			undo.push(() => n8n.stop());
			return n8n;
		};

		// The main process prepares the database for the others.
		const main = await start('start');
		const client = new N8nClient(main.url);
		await client.setUpOwner();
		const webhook = await start('webhook');
		const workers: RunningN8n[] = [];
		for (let count = 0; count < options.workers; count += 1) workers.push(await start('worker'));

		return {
			main,
			webhook,
			workers,
			redis,
			postgres,
			client,
			stalledExecutions: () =>
				[main, webhook].flatMap((server) =>
					[...server.output().matchAll(stalled)].map(([, execution = '']) => execution),
				),
			stop,
		};
	} catch (failure) {
		await stop();
		throw failure;
	}
}
