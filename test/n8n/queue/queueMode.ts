import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	type InstalledRelease,
	installPackage,
	loopback,
	N8nClient,
	type N8nCommand,
	type RunningN8n,
	startN8n,
	type StoredCredential,
} from '../../support/n8n';
import { credentialDataOf } from '../../support/fixtures/testEnvironment';
import { type Service, startService } from '../../support/service';
import { type Campaign, type CampaignPlan, startCampaign } from './campaign';
import { type PostgresServer, type RedisServer, startPostgres, startRedis } from './servers';

/** The limit of section 8, Limits. */
export const messagesPerSecond = 25;
const workerCount = 3;

/** An n8n in queue mode with three workers, and a service with one token for all of them. */
export interface QueueMode {
	readonly service: Service;
	readonly workers: readonly RunningN8n[];
	/** The main process and the one for webhooks: both serve the links of questions. */
	readonly servers: readonly RunningN8n[];
	readonly redis: RedisServer;
	readonly postgres: PostgresServer;
	/** The owner's browser, at the main process. */
	readonly client: N8nClient;
	readonly credential: StoredCredential;
	/** The executions that n8n found stalled: their worker had stopped saying that it is alive. */
	stalledExecutions(): readonly string[];
	/** Starts a campaign; the service and its limits begin anew. */
	startCampaign(plan: CampaignPlan): Promise<Campaign>;
	/** Ends everything, and removes all data. */
	close(): Promise<void>;
}

/** What to set the stage with. */
export interface QueueModeOptions {
	readonly release: InstalledRelease;
	readonly tarball: string;
	/** What the credential allows each worker; the whole limit if not given. */
	readonly messagesPerSecond?: number;
	/** Done to each folder in which the package has been installed, before n8n starts there. */
	readonly prepare?: (userFolder: string) => Promise<void>;
}

/** What n8n says when the queue took an execution from a worker that was not heard of any more. */
const stalled = /job stalled .*\(execution (\d+)\)/g;

/** Queue mode as the documentation of n8n sets it up. */
function environmentOf(redis: RedisServer, postgres: PostgresServer) {
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_DATABASE: postgres.database,
		DB_POSTGRESDB_HOST: loopback,
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_USER: postgres.user,
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		QUEUE_BULL_REDIS_HOST: loopback,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
	};
}

/**
 * Starts the local service with the limits of section 8, Limits, Redis, PostgreSQL, a main process, a
 * webhook process and the workers.
 */
export async function startQueueMode(options: QueueModeOptions): Promise<QueueMode> {
	const undo: (() => Promise<unknown>)[] = [];
	const close = async (): Promise<void> => {
		for (const step of undo.splice(0).reverse()) await step();
	};
	const temporaryFolder = async (name: string): Promise<string> => {
		const folder = await mkdtemp(join(tmpdir(), `${name}-`));
		undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
		return folder;
	};
	try {
		const service = await startService({
			acceptUnknownContacts: true,
			latency: { minMs: 150, maxMs: 250 },
		});
		undo.push(() => service.close());
		const redis = await startRedis(await temporaryFolder('redis'));
		undo.push(() => redis.stop());
		const postgres = await startPostgres(await temporaryFolder('postgres'));
		undo.push(() => postgres.stop());
		const environment = environmentOf(redis, postgres);
		const start = async (command: N8nCommand): Promise<RunningN8n> => {
			const userFolder = await temporaryFolder(`n8n-${command}`);
			await installPackage(options.tarball, userFolder);
			await options.prepare?.(userFolder);
			const n8n = await startN8n({ release: options.release, command, userFolder, environment });
			undo.push(() => n8n.stop());
			return n8n;
		};

		// The main process prepares the database for the others.
		const main = await start('start');
		const client = new N8nClient(main.url);
		await client.setUpOwner();
		const webhook = await start('webhook');
		const workers: RunningN8n[] = [];
		for (let count = 0; count < workerCount; count += 1) workers.push(await start('worker'));

		const rate = options.messagesPerSecond ?? messagesPerSecond;
		const credential = await client.createCredential({
			name: 'Channel',
			type: 'channelMessagingApi',
			data: { ...credentialDataOf(service), messagesPerSecond: rate },
		});
		const servers = [main, webhook];
		return {
			service,
			workers,
			servers,
			redis,
			postgres,
			client,
			credential,
			stalledExecutions: () =>
				servers.flatMap((server) =>
					[...server.output().matchAll(stalled)].map(([, execution = '']) => execution),
				),
			startCampaign: async (plan) => {
				service.reset();
				return await startCampaign({ client, webhookUrl: webhook.url, credential }, plan);
			},
			close,
		};
	} catch (failure) {
		await close();
		throw failure;
	}
}
