import { join } from 'node:path';

/** One run of npm on the way to an installed n8n, and what to tell the person who waits. */
export interface InstallStep {
	readonly doing: string;
	readonly npm: readonly string[];
}

/** A pinned n8n: the set of packages that was tried together, and how to install and run it. */
export interface Release {
	readonly name: string;
	/** The folder with package.json, package-lock.json and .npmrc. */
	readonly pinned: string;
	readonly steps: readonly InstallStep[];
	/** The Node.js that runs it, seen from the installed folder; this process's own if not given. */
	readonly node?: string;
}

const quietly = ['--no-audit', '--no-fund', '--no-update-notifier'];

/** Every n8n that the tests know. */
export const releases = {
	'n8n-2.8.4': {
		name: 'n8n-2.8.4',
		pinned: join(__dirname, 'releases', 'n8n-2.8.4'),
		steps: [
			{
				// Not `npm ci`: the lock names optional packages of other platforms, which it refuses.
				doing: 'installing its packages',
				npm: ['install', '--ignore-scripts=false', ...quietly],
			},
		],
	},
} as const satisfies Record<string, Release>;

/** The release that is meant where none is named. */
export const currentRelease: Release = releases['n8n-2.8.4'];
