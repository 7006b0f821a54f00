import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { types } from 'node:util';
import { runNpm } from './npm';

export interface Release {
	/**
	 * Also the name of the folder in `releases` that contains package.json, package-lock.json, and
	 * .npmrc.
	 */
	readonly name: string;
	/** The npm commands of the installation, without `npm`. */
	readonly commands: readonly string[];
	/** The Node.js executable, relative to the installation. By default, that of this process. */
	readonly node?: string;
}

export interface InstalledRelease {
	readonly release: Release;
	readonly folder: string;
	readonly node: string;
	readonly program: string;
}

const quiet = ['--no-audit', '--no-fund', '--no-update-notifier'];

// `npm ci` rejects these locks because they list optional packages of other platforms.
const installAll = 'install --ignore-scripts=false';

/** Every release in the compatibility table, oldest first. */
export const releases = {
	'n8n-1.123.0': { name: 'n8n-1.123.0', commands: [installAll] },
	'n8n-2.8.4': { name: 'n8n-2.8.4', commands: [installAll] },
	'n8n-2.41.1': {
		name: 'n8n-2.41.1',
		// Only two packages need their install scripts. The script of `sqlite3` uses Node-API, so any
		// Node.js can run it. The package `node` contains the Node.js that this release needs.
		commands: [
			'install --ignore-scripts',
			'rebuild sqlite3 --ignore-scripts=false',
			'rebuild node --ignore-scripts=false',
		],
		node: join('node_modules', '.bin', 'node'),
	},
} as const satisfies Record<string, Release>;

export const currentRelease: Release = releases['n8n-2.8.4'];

/** Set by the Jest project of each release. */
declare const n8nRelease: keyof typeof releases;

export const testedRelease: Release =
	typeof n8nRelease === 'undefined' ? currentRelease : releases[n8nRelease];

const lockPollIntervalMs = 1_000;

/** Creates a lock file with this process's ID. Replaces the file of a process that was killed. */
async function acquireLock(file: string): Promise<boolean> {
	try {
		await writeFile(file, String(process.pid), { flag: 'wx' });
		return true;
	} catch (error) {
		// In Jest, Node.js errors aren't instances of the test's `Error`.
		if (!(types.isNativeError(error) && 'code' in error && error.code === 'EEXIST')) throw error;
	}
	try {
		// Signal 0 only checks whether the process exists.
		process.kill(Number(await readFile(file, 'utf8')), 0);
		return false;
	} catch {
		await rm(file, { force: true });
		return await acquireLock(file);
	}
}

/**
 * Runs an action while no other process runs one with the same lock file.
 *
 * @param onWait called repeatedly while another process has the lock; can throw to stop waiting
 */
export async function withFileLock<Result>(
	file: string,
	action: () => Promise<Result>,
	onWait: () => void,
): Promise<Result> {
	await mkdir(dirname(file), { recursive: true });
	while (!(await acquireLock(file))) {
		onWait();
		await sleep(lockPollIntervalMs);
	}
	try {
		return await action();
	} finally {
		await rm(file, { force: true });
	}
}

/**
 * Returns the folder for downloads that all checkouts of this repository share:
 * `CHANNEL_MESSAGING_CACHE`, or a folder in the user's cache.
 */
export function cacheFolder(): string {
	const { CHANNEL_MESSAGING_CACHE: configured, XDG_CACHE_HOME: caches } = process.env;
	return configured ?? join(caches ?? join(homedir(), '.cache'), 'n8n-nodes-channel-messaging');
}

/**
 * Installs a release in the cache, and prints the steps, or returns the existing installation. The
 * folder is renamed when the installation is complete, so a folder with the final name is never
 * partial.
 */
export async function installRelease(
	release: Release,
	signal?: AbortSignal,
): Promise<InstalledRelease> {
	const pinned = join(__dirname, 'releases', release.name);
	const hash = createHash('sha256');
	for (const file of ['package-lock.json', 'package.json']) {
		hash.update(await readFile(join(pinned, file)));
	}
	const folder = join(cacheFolder(), `${release.name}-${hash.digest('hex').slice(0, 12)}`);
	const install = async (): Promise<void> => {
		if (existsSync(folder)) return;
		const partial = `${folder}.partial`;
		// The folder can remain from an interrupted installation.
		await rm(partial, { recursive: true, force: true, maxRetries: 3 });
		await cp(pinned, partial, { recursive: true });
		for (const command of release.commands) {
			print(release, `npm ${command}`);
			await runNpm(partial, [...command.split(' '), ...quiet], signal);
		}
		await rename(partial, folder);
	};
	if (!existsSync(folder)) {
		print(release, 'installing, which takes several minutes, but only the first time');
		await withFileLock(`${folder}.lock`, install, () => signal?.throwIfAborted());
	}
	return {
		release,
		folder,
		node: release.node === undefined ? process.execPath : join(folder, release.node),
		program: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
	};
}

function print({ name }: Release, message: string): void {
	process.stderr.write(`${name}: ${message}\n`);
}
