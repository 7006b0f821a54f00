import { delimiter, dirname } from 'node:path';
import { loopback } from './freePort';
import type { InstalledRelease } from './install';

/** Where one n8n keeps its data, and the ports that are its own. */
export interface Place {
	readonly userFolder: string;
	readonly port: number;
	readonly brokerPort: number;
}

/** What keeps n8n from calling out: an n8n that is started here talks to loopback alone. */
const silence = {
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

/** What a browser or a test would otherwise have to answer or to wait for. */
const convenience = {
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_SECURE_COOKIE: 'false',
} as const;

/** The whole environment of one n8n: neither the caller's n8n nor the caller's proxy comes along. */
export function n8nEnvironment(
	installed: InstalledRelease,
	place: Place,
	own: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv {
	const { LANG, LC_ALL, PATH = '', TZ } = process.env;
	return {
		LANG,
		LC_ALL,
		TZ,
		// n8n starts its task runner as `node`: it has to find the same one.
		PATH: [dirname(installed.node), PATH].join(delimiter),
		HOME: place.userFolder,
		TMPDIR: place.userFolder,
		NODE_ENV: 'production',
		...silence,
		...convenience,
		N8N_HOST: loopback,
		N8N_LISTEN_ADDRESS: loopback,
		N8N_PORT: String(place.port),
		// A worker of queue mode serves nothing but its health.
		N8N_WORKER_SERVER_ADDRESS: loopback,
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(place.port),
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: loopback,
		N8N_RUNNERS_BROKER_PORT: String(place.brokerPort),
		N8N_USER_FOLDER: place.userFolder,
		...own,
	};
}
