import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { cacheFolder } from './cacheFolder';
import { holdingLock } from './fileLock';
import { runNpm } from './npm';
import type { InstallStep, Release } from './release';

/** A release that is ready to run. */
export interface InstalledRelease {
	readonly release: Release;
	readonly folder: string;
	/** The Node.js that runs it. */
	readonly node: string;
	/** n8n's own program. */
	readonly program: string;
}

/** What an installation is doing, told every few seconds. */
export interface InstallProgress {
	readonly elapsedSeconds: number;
	readonly doing: string;
}

/** Where to install, and how to be stopped; the parts that tests replace. */
export interface InstallOptions {
	readonly cache?: string;
	readonly signal?: AbortSignal;
	readonly run?: (folder: string, step: InstallStep, signal?: AbortSignal) => Promise<void>;
}

const lockSchema = z.object({ packages: z.record(z.unknown()) });
const tellEvery = 5_000;

async function folderName(release: Release): Promise<string> {
	const lock = await readFile(join(release.pinned, 'package-lock.json'));
	const pinned = await readFile(join(release.pinned, 'package.json'));
	const hash = createHash('sha256').update(lock).update(pinned).digest('hex');
	return `${release.name}-${hash.slice(0, 12)}`;
}

async function lockedPackages(release: Release): Promise<string[]> {
	const text = await readFile(join(release.pinned, 'package-lock.json'), 'utf8');
	const { packages } = lockSchema.parse(JSON.parse(text));
	return Object.keys(packages).filter((path) => path !== '');
}

/** Says how far npm is: first the packages come, then, silently, some of them are compiled. */
function watchPackages(folder: string, packages: readonly string[]): () => string {
	let before = 0;
	return () => {
		const there = packages.filter((path) => existsSync(join(folder, path, 'package.json'))).length;
		if (there === 0) return 'downloading';
		const isStill = there === before;
		before = there;
		const count = `${String(there)} of ${String(packages.length)} packages unpacked`;
		return isStill ? `${count}, compiling native parts` : count;
	};
}

async function remove(folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Removes what installs left that were killed; only the lock's owner may, since it is the only one. */
async function removeLeftovers(cache: string, name: string): Promise<void> {
	const leftovers = (await readdir(cache)).filter((entry) => entry.startsWith(`${name}.partial-`));
	for (const leftover of leftovers) {
		await remove(join(cache, leftover));
	}
}

async function putInPlace(partial: string, folder: string): Promise<void> {
	try {
		await rename(partial, folder);
	} catch (failure) {
		// Another process was faster, and its installation is as good as this one.
		if (!existsSync(folder)) throw failure;
		await remove(partial);
	}
}

/**
 * Installs a release once per user, outside the repository, and hands back the installed one at
 * once ever after. The folder gets its name only when it is complete, so what has the name is whole.
 */
export async function installRelease(
	release: Release,
	onProgress: (progress: InstallProgress) => void = () => undefined,
	options: InstallOptions = {},
): Promise<InstalledRelease> {
	const cache = options.cache ?? cacheFolder();
	const run =
		options.run ??
		((folder: string, step: InstallStep, signal?: AbortSignal) => runNpm(folder, step.npm, signal));
	const name = await folderName(release);
	const folder = join(cache, name);
	const installed: InstalledRelease = {
		release,
		folder,
		node: release.node === undefined ? process.execPath : join(folder, release.node),
		program: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
	};
	if (existsSync(folder)) return installed;

	const startedAt = Date.now();
	let told = 0;
	const tell = (doing: string) => {
		told = Date.now();
		onProgress({ elapsedSeconds: Math.round((told - startedAt) / 1000), doing });
	};

	const fill = async (partial: string): Promise<void> => {
		await cp(release.pinned, partial, { recursive: true });
		const packages = await lockedPackages(release);
		for (const step of release.steps) {
			tell(step.doing);
			const progress = watchPackages(partial, packages);
			const telling = setInterval(() => {
				tell(`${step.doing}: ${progress()}`);
			}, tellEvery);
			try {
				await run(partial, step, options.signal);
			} finally {
				clearInterval(telling);
			}
		}
	};

	const install = async (): Promise<void> => {
		if (existsSync(folder)) return;
		await removeLeftovers(cache, name);
		const partial = join(cache, `${name}.partial-${String(process.pid)}`);
		try {
			await mkdir(partial);
			await fill(partial);
			await putInPlace(partial, folder);
		} catch (failure) {
			await remove(partial);
			throw failure;
		}
	};

	await holdingLock(join(cache, `${name}.lock`), install, () => {
		options.signal?.throwIfAborted();
		if (Date.now() - told >= tellEvery) tell('waiting for another process that installs it');
	});
	return installed;
}
