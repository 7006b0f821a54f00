import { delimiter, dirname } from 'node:path';
import axios from 'axios';
import { freePort, loopback } from './freePort';
import type { InstalledRelease } from './install';
import { type ProcessGroup, startProcessGroup } from './processGroup';
import { waitFor } from './waitFor';

/**
 * n8n's command. `start` is the main process, which does everything unless n8n runs in queue mode.
 */
export type N8nCommand = 'start' | 'webhook' | 'worker';

interface StartOptions {
	readonly release: InstalledRelease;
	readonly userFolder: string;
	/** Default: `start`. */
	readonly command?: N8nCommand;
	/** Default: a free port. */
	readonly port?: number;
	/** Cancels the start. Has no effect on a running n8n. */
	readonly signal?: AbortSignal;
	/** Options for Node.js, such as `--inspect`. */
	readonly nodeOptions?: readonly string[];
	/** Environment variables that are added to the defaults or replace them. */
	readonly environment?: Readonly<Record<string, string>>;
}

export interface RunningN8n extends ProcessGroup {
	readonly url: string;
}

/**
 * Only reached if the start hangs, because the end of a process is noticed immediately. A first
 * start while another release is being installed has taken more than two minutes.
 */
const startTimeoutMs = 10 * 60_000;
const maxAttempts = 3;

interface Ports {
	readonly port: number;
	readonly brokerPort: number;
}

/** Settings that prevent requests to other hosts. */
const offline = {
	N8N_AI_ENABLED: 'false',
	N8N_COMMUNITY_PACKAGES_REGISTRY: `http://${loopback}:9`,
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_DYNAMIC_TEMPLATES_HOST: `http://${loopback}:9`,
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_LICENSE_DETACH_FLOATING_ON_SHUTDOWN: 'false',
	N8N_LICENSE_SERVER_URL: `http://${loopback}:9`,
	N8N_REINSTALL_MISSING_PACKAGES: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
} as const;

/** Settings that skip dialogs and shorten the shutdown. */
const convenience = {
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_SECURE_COOKIE: 'false',
} as const;

/**
 * The default in n8n 2, which n8n 1 recommends. Without a pool, all transactions in n8n 1 share one
 * connection, so simultaneous transactions fail.
 */
const database = { DB_SQLITE_POOL_SIZE: '3' } as const;

const runnerTimeoutSeconds = '240';

/**
 * On a busy machine, the task runner of Code nodes starts too slowly for n8n's default timeouts.
 */
const patience = {
	N8N_RUNNERS_GRANT_TOKEN_TTL: runnerTimeoutSeconds,
	N8N_RUNNERS_HEARTBEAT_INTERVAL: runnerTimeoutSeconds,
	N8N_RUNNERS_TASK_ACCEPT_TIMEOUT: runnerTimeoutSeconds,
	N8N_RUNNERS_TASK_REQUEST_TIMEOUT: runnerTimeoutSeconds,
} as const;

/** Returns the complete environment, without n8n settings or proxies of this process. */
function n8nEnvironment(
	{ environment, release, userFolder }: StartOptions,
	{ brokerPort, port }: Ports,
): NodeJS.ProcessEnv {
	const { LANG, LC_ALL, PATH = '', TZ } = process.env;
	return {
		LANG,
		LC_ALL,
		TZ,
		// n8n starts its task runner as `node`, which must be the same Node.js.
		PATH: [dirname(release.node), PATH].join(delimiter),
		HOME: userFolder,
		TMPDIR: userFolder,
		NODE_ENV: 'production',
		...offline,
		...convenience,
		N8N_HOST: loopback,
		N8N_LISTEN_ADDRESS: loopback,
		N8N_PORT: String(port),
		// A worker serves only its health page.
		N8N_WORKER_SERVER_ADDRESS: loopback,
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: loopback,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		...patience,
		...database,
		N8N_USER_FOLDER: userFolder,
		...environment,
	};
}

/** Returns whether n8n has connected to its database and serves the editor's settings. */
async function isReady(url: string, command: N8nCommand): Promise<boolean> {
	try {
		await axios.get(`${url}/healthz/readiness`, { proxy: false });
		if (command !== 'start') return true;
		const settings = await axios.get<unknown>(`${url}/rest/settings`, { proxy: false });
		return typeof settings.data !== 'string';
	} catch {
		return false;
	}
}

/** Starts n8n. Returns `undefined` if another process has taken one of the ports. */
async function startOnPorts(options: StartOptions, ports: Ports): Promise<RunningN8n | undefined> {
	const { command = 'start', nodeOptions = [], release, signal, userFolder } = options;
	const url = `http://${loopback}:${String(ports.port)}`;
	const n8n = startProcessGroup({
		command: release.node,
		arguments: [...nodeOptions, release.program, command],
		// n8n reads the file `.env` in its working folder, so it starts in its own folder.
		folder: userFolder,
		environment: n8nEnvironment(options, ports),
	});
	try {
		const isUp = async () => {
			signal?.throwIfAborted();
			return n8n.hasEnded() || (await isReady(url, command));
		};
		await waitFor(`n8n at ${url}`, isUp, startTimeoutMs);
		if (n8n.hasEnded()) {
			if (n8n.output().includes('already in use')) return undefined;
			throw new Error(
				`n8n ended during its start. End of its output:\n${n8n.output().slice(-3_000)}`,
			);
		}
	} catch (error) {
		await n8n.stop();
		throw error;
	}
	return { ...n8n, url };
}

/** Starts n8n on loopback and waits until it is ready. */
export async function startN8n(options: StartOptions): Promise<RunningN8n> {
	for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
		const port = options.port ?? (await freePort());
		const n8n = await startOnPorts(options, { port, brokerPort: await freePort() });
		if (n8n !== undefined) return n8n;
	}
	throw new Error(`n8n's ports were in use ${String(maxAttempts)} times`);
}
