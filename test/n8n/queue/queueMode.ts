import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	currentRelease,
	freePort,
	installPackage,
	installRelease,
	loopback,
	N8nClient,
	type N8nCommand,
	type RunningN8n,
	startN8n,
} from '../../support/n8n';
import { storedExecutions } from '../../support/fixtures/secrecy';
import { credentialDataOf } from '../../support/fixtures/testEnvironment';
import { startService } from '../../support/service';
import { type CampaignPlan, startCampaign } from './campaign';
import {
	type PostgresServer,
	type RedisServer,
	startPostgres,
	startRedis,
} from '../../support/fixtures/servers';

/** The service's limit (section 8, Limits). */
export const messagesPerSecond = 25;
const workerCount = 3;

/** An n8n in queue mode with three workers that share a token. */
export type QueueMode = Awaited<ReturnType<typeof startQueueMode>>;

export interface QueueModeOptions {
	/** The rate in the credential, which applies to each worker. Default: the whole limit. */
	readonly messagesPerSecond?: number;
	/** Called with each folder after the package has been installed there, before n8n starts. */
	readonly prepare?: (userFolder: string) => Promise<void>;
}

function environmentOf(redis: RedisServer, postgres: PostgresServer, webhookPort: number) {
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_DATABASE: postgres.database,
		DB_POSTGRESDB_HOST: loopback,
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_USER: postgres.user,
		EXECUTIONS_MODE: 'queue',
		// The behavior of n8n 3.0, which has no such setting.
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		// The public address, which all processes need for links.
		WEBHOOK_URL: `http://${loopback}:${String(webhookPort)}/`,
		QUEUE_BULL_REDIS_HOST: loopback,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		// n8n ends if Redis isn't reachable for 10 seconds, which a restart can take on a busy machine.
		QUEUE_BULL_REDIS_TIMEOUT_THRESHOLD: '60000',
	};
}

/** Starts the local service, Redis, PostgreSQL, a main process, a webhook process, and the workers. */
export async function startQueueMode(options: QueueModeOptions = {}) {
	const release = await installRelease(currentRelease);
	const cleanup: (() => Promise<unknown>)[] = [];
	/** Stops everything and deletes all data. */
	const close = async (): Promise<void> => {
		for (const step of cleanup.splice(0).reverse()) await step();
	};
	const folders: string[] = [];
	const processes: RunningN8n[] = [];
	const temporaryFolder = async (name: string): Promise<string> => {
		const folder = await mkdtemp(join(tmpdir(), `${name}-`));
		folders.push(folder);
		cleanup.push(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
		return folder;
	};
	try {
		const service = await startService({
			token: 'token-of-the-queue-7b1e42',
			acceptUnknownContacts: true,
			latency: { minMs: 150, maxMs: 250 },
		});
		cleanup.push(() => service.close());
		const redis = await startRedis(await temporaryFolder('redis'));
		cleanup.push(() => redis.stop());
		const postgres = await startPostgres(await temporaryFolder('postgres'));
		cleanup.push(() => postgres.stop());
		const webhookPort = await freePort();
		const environment = environmentOf(redis, postgres, webhookPort);
		const start = async (command: N8nCommand): Promise<RunningN8n> => {
			const userFolder = await temporaryFolder(`n8n-${command}`);
			await installPackage(userFolder);
			await options.prepare?.(userFolder);
			const port = command === 'webhook' ? webhookPort : await freePort();
			const n8n = await startN8n({ release, command, port, userFolder, environment });
			cleanup.push(() => n8n.stop());
			processes.push(n8n);
			return n8n;
		};

		// The main process migrates the database.
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
		return {
			service,
			workers,
			/** The process whose address the links contain. */
			webhook,
			/** The main process and the webhook process. Both serve the links of questions. */
			servers: [main, webhook],
			redis,
			postgres,
			client,
			credential,
			startCampaign: async (plan: CampaignPlan) => {
				service.reset();
				return await startCampaign({ client, webhookUrl: webhook.url, credential }, plan);
			},
			/** Stops the n8n processes. Returns all data that they have written. */
			stopN8n: async () => {
				const executions = await storedExecutions(client);
				await Promise.all(processes.map((process) => process.stop()));
				const output = processes.map((process) => process.output()).join('');
				return { executions, folders, output };
			},
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}
