import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { holdingLock } from './fileLock';
import { runNpm } from './npm';
import type { Release } from './release';

/** A release that is ready to run. */
export interface InstalledRelease {
	readonly release: Release;
	readonly folder: string;
	/** The Node.js that runs it. */
	readonly node: string;
	/** n8n's own program. */
	readonly program: string;
}

/** Milliseconds between two words on how far it is. */
const tellEvery = 5_000;

/**
 * The user's own folder for what is installed once and used by every run. It lies outside the
 * repository, so that neither a clean checkout nor a second one installs n8n again.
 */
export function cacheFolder(): string {
	const { CHANNEL_MESSAGING_CACHE: own, XDG_CACHE_HOME: caches } = process.env;
	return own ?? join(caches ?? join(homedir(), '.cache'), 'n8n-nodes-channel-messaging');
}

/**
 * Installs a release once per user, outside the repository, and hands back the installed one at
 * once ever after. The folder gets its name only when it is complete, so what has the name is whole.
 *
 * @param onProgress told every few seconds what the installation is doing
 */
export async function installRelease(
	release: Release,
	onProgress: (elapsedSeconds: number, doing: string) => void,
	signal?: AbortSignal,
): Promise<InstalledRelease> {
	const pinned = join(__dirname, 'releases', release.name);
	// Another set of packages is another installation.
	const hash = createHash('sha256');
	for (const file of ['package-lock.json', 'package.json']) {
		hash.update(await readFile(join(pinned, file)));
	}
	const folder = join(cacheFolder(), `${release.name}-${hash.digest('hex').slice(0, 12)}`);
	const installed: InstalledRelease = {
		release,
		folder,
		node: release.node === undefined ? process.execPath : join(folder, release.node),
		program: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
	};
	if (existsSync(folder)) return installed;

	const startedAt = Date.now();
	let doing = 'waiting for another process that installs it';
	const tell = () => {
		onProgress(Math.round((Date.now() - startedAt) / 1_000), doing);
	};

	const install = async (): Promise<void> => {
		if (existsSync(folder)) return;
		const partial = `${folder}.partial`;
		// What an install left that was ended.
		await rm(partial, { recursive: true, force: true, maxRetries: 3 });
		await cp(pinned, partial, { recursive: true });
		for (const step of release.steps) {
			({ doing } = step);
			tell();
			await runNpm(partial, step.npm, signal);
		}
		await rename(partial, folder);
	};

	const telling = setInterval(tell, tellEvery);
	try {
		await holdingLock(`${folder}.lock`, install, () => signal?.throwIfAborted());
	} finally {
		clearInterval(telling);
	}
	return installed;
}
