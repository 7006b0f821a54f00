import axios from 'axios';
import { freePort, loopback } from './freePort';
import type { InstalledRelease } from './install';
import { installPackage } from './packedPackage';
import { startProcessGroup } from './processGroup';
import { n8nEnvironment, type Place } from './settings';
import { until } from './until';

/**
 * The parts of n8n's queue mode, by the names of n8n's own commands: the main process serves the
 * editor, a webhook process takes calls, workers run what the two put into the queue. Alone, the
 * main process does all of it.
 */
export type Part = 'start' | 'webhook' | 'worker';

/** What to start. */
export interface StartOptions {
	readonly release: InstalledRelease;
	/** The packed package to install first; n8n comes with its own nodes alone without it. */
	readonly tarball?: string;
	/** Where n8n keeps its data. */
	readonly userFolder: string;
	/** What this process of n8n does; everything if not given. */
	readonly part?: Part;
	/** A free port if not given. */
	readonly port?: number;
	/** Gives up starting when aborted; it does nothing any more once n8n is up. */
	readonly signal?: AbortSignal;
	/** Options for Node.js, such as `--inspect`. */
	readonly nodeOptions?: readonly string[];
	/** Settings beside, or instead of, those that every n8n here gets. */
	readonly environment?: Readonly<Record<string, string>>;
}

/** An n8n that answers. */
export interface RunningN8n {
	readonly url: string;
	/** The id of its process, for measuring. */
	readonly processId: number;
	/** All that n8n has written to its two streams so far. */
	output(): string;
	/** Settles when it has ended, by itself or by `stop`. */
	readonly ended: Promise<unknown>;
	/** Ends n8n with everything it started. */
	stop(): Promise<void>;
}

/** Milliseconds for n8n to answer: on a busy machine it takes half a minute. */
const patience = 120_000;
const attempts = 3;

/** Whether n8n is up: its database first, and then the settings that the editor asks for. */
async function answers(url: string, part: Part): Promise<boolean> {
	try {
		await axios.get(`${url}/healthz/readiness`, { proxy: false });
		if (part !== 'start') return true;
		const settings = await axios.get<unknown>(`${url}/rest/settings`, { proxy: false });
		return typeof settings.data !== 'string';
	} catch {
		return false;
	}
}

/** Starts n8n once; nothing where it lost a port to somebody else. */
async function startIn(place: Place, options: StartOptions): Promise<RunningN8n | undefined> {
	const { environment = {}, nodeOptions = [], part = 'start', release, signal } = options;
	const url = `http://${loopback}:${String(place.port)}`;
	const n8n = startProcessGroup({
		command: release.node,
		arguments: [...nodeOptions, release.program, part],
		// n8n reads a file `.env` in its working folder: that must not be the caller's.
		folder: place.userFolder,
		environment: n8nEnvironment(release, place, environment),
	});
	try {
		await until({ within: patience, waitingFor: `n8n to answer at ${url}` }, async () => {
			signal?.throwIfAborted();
			if (n8n.hasEnded()) return false;
			return (await answers(url, part)) ? true : undefined;
		});
		if (n8n.hasEnded()) {
			// Between finding a port and listening on it, somebody else may have taken it.
			if (n8n.output().includes('already in use')) return undefined;
			const words = n8n.output().slice(-3_000);
			throw new Error(`n8n ended before it was ready. Its last words:\n${words}`);
		}
	} catch (failure) {
		await n8n.stop();
		throw failure;
	}
	return { ...n8n, url, processId: n8n.id };
}

/** Starts an n8n on loopback and waits until it answers. */
export async function startN8n(options: StartOptions): Promise<RunningN8n> {
	const { tarball, userFolder } = options;
	if (tarball !== undefined) await installPackage(tarball, userFolder);
	for (let attempt = 0; attempt < attempts; attempt += 1) {
		const port = options.port ?? (await freePort());
		const n8n = await startIn({ userFolder, port, brokerPort: await freePort() }, options);
		if (n8n !== undefined) return n8n;
	}
	throw new Error(`n8n found its ports taken ${String(attempts)} times`);
}
