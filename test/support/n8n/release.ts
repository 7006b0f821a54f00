import { join } from 'node:path';

/** One run of npm on the way to an installed n8n, and what to tell the person who waits. */
export interface InstallStep {
	readonly doing: string;
	readonly npm: readonly string[];
}

/** A pinned n8n: the set of packages that was tried together, and how to install and run it. */
export interface Release {
	/** Also the folder in `releases` with package.json, package-lock.json and .npmrc. */
	readonly name: string;
	readonly steps: readonly InstallStep[];
	/** The Node.js that runs it, seen from the installed folder; this process's own if not given. */
	readonly node?: string;
}

const quietly = ['--no-audit', '--no-fund', '--no-update-notifier'];

// Not `npm ci`: the locks name optional packages of other platforms, which it refuses.
const packagesAndScripts: InstallStep = {
	doing: 'installing its packages',
	npm: ['install', '--ignore-scripts=false', ...quietly],
};

/** Every n8n that the tests know, oldest first. */
export const releases = {
	'n8n-1.123.0': { name: 'n8n-1.123.0', steps: [packagesAndScripts] },
	'n8n-2.8.4': { name: 'n8n-2.8.4', steps: [packagesAndScripts] },
	'n8n-2.41.1': {
		name: 'n8n-2.41.1',
		// Only two of its packages have to be built here. Their scripts run under the Node.js at hand:
		// the database's addon serves every Node.js, and the other brings the Node.js that n8n needs.
		steps: [
			{
				doing: 'installing its packages',
				npm: ['install', '--ignore-scripts', ...quietly],
			},
			{
				doing: 'building its database',
				npm: ['rebuild', 'sqlite3', '--ignore-scripts=false', ...quietly],
			},
			{
				doing: 'fetching its Node.js',
				npm: ['rebuild', 'node', '--ignore-scripts=false', ...quietly],
			},
		],
		node: join('node_modules', '.bin', 'node'),
	},
} as const satisfies Record<string, Release>;

/** The release that is meant where none is named. */
export const currentRelease: Release = releases['n8n-2.8.4'];
