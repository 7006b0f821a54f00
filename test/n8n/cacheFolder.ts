import { homedir } from 'node:os';
import { join } from 'node:path';

const name = 'n8n-nodes-channel-messaging';

/**
 * The user's own folder for what is installed once and used by every run. It lies outside the
 * repository, so that neither a clean checkout nor a second one installs n8n again.
 */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
	const given = environment['CHANNEL_MESSAGING_CACHE'];
	if (given) return given;
	return join(environment['XDG_CACHE_HOME'] || join(homedir(), '.cache'), name);
}
