import axios from 'axios';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, loopback } from './freePort';
import type { InstalledRelease } from './install';
import { installPackage } from './packedPackage';
import { type ProcessGroup, startProcessGroup } from './processGroup';
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
	/** Where n8n keeps its data; a folder that `stop` removes if not given. */
	readonly userFolder?: string;
	/** What this process of n8n does; everything if not given. */
	readonly part?: Part;
	/** A free port if not given. */
	readonly port?: number;
	/** Gives up starting when aborted; it does nothing any more once n8n is up. */
	readonly signal?: AbortSignal;
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
	/** Ends n8n with everything it started, and removes its folder if that was made for it. */
	stop(): Promise<void>;
}

const patience = 120_000;
const attempts = 3;

class EndedEarly extends Error {
	constructor(readonly output: string) {
		super(`n8n ended before it was ready. Its last words:\n${output.slice(-3_000)}`);
	}
}

async function answers(url: string, part: Part): Promise<boolean> {
	try {
		const readiness = await axios.get(`${url}/healthz/readiness`, { proxy: false });
		if (part !== 'start') return readiness.status === 200;
		// The database is ready before the REST interface is: its settings are what the editor asks first.
		const settings = await axios.get<unknown>(`${url}/rest/settings`, { proxy: false });
		return readiness.status === 200 && typeof settings.data !== 'string';
	} catch {
		return false;
	}
}

async function becomeReady(
	n8n: ProcessGroup,
	url: string,
	part: Part,
	signal?: AbortSignal,
): Promise<void> {
	await until({ within: patience, waitingFor: `n8n to answer at ${url}` }, async () => {
		signal?.throwIfAborted();
		const ready = await answers(url, part);
		if (n8n.ending() !== undefined) throw new EndedEarly(n8n.output());
		return ready ? true : undefined;
	});
}

async function startIn(place: Place, options: StartOptions): Promise<RunningN8n> {
	const url = `http://${loopback}:${String(place.port)}`;
	const part = options.part ?? 'start';
	const n8n = startProcessGroup({
		command: options.release.node,
		arguments: [options.release.program, part],
		// n8n reads a file `.env` in its working folder: that must not be the caller's.
		folder: place.userFolder,
		environment: n8nEnvironment(options.release, place, process.env, options.environment ?? {}),
	});
	try {
		await becomeReady(n8n, url, part, options.signal);
	} catch (failure) {
		await n8n.stop();
		throw failure;
	}
	return {
		url,
		processId: n8n.id,
		output: () => n8n.output(),
		ended: n8n.ended,
		stop: () => n8n.stop(),
	};
}

async function startOnFreePorts(userFolder: string, options: StartOptions): Promise<RunningN8n> {
	for (let attempt = 1; ; attempt += 1) {
		const place: Place = {
			userFolder,
			port: options.port ?? (await freePort()),
			brokerPort: await freePort(),
		};
		try {
			return await startIn(place, options);
		} catch (failure) {
			// Between finding a port and listening on it, somebody else may have taken it.
			const taken = failure instanceof EndedEarly && failure.output.includes('already in use');
			if (!taken || attempt === attempts) throw failure;
		}
	}
}

/** Starts an n8n on loopback and waits until it answers. */
export async function startN8n(options: StartOptions): Promise<RunningN8n> {
	const temporary =
		options.userFolder === undefined ? await mkdtemp(join(tmpdir(), 'n8n-')) : undefined;
	const userFolder = temporary ?? options.userFolder ?? '';
	const removeTemporary = async (): Promise<void> => {
		if (temporary === undefined) return;
		await rm(temporary, { recursive: true, force: true, maxRetries: 3 });
	};
	try {
		if (options.tarball !== undefined) await installPackage(options.tarball, userFolder);
		const n8n = await startOnFreePorts(userFolder, options);
		return {
			...n8n,
			stop: async () => {
				await n8n.stop();
				await removeTemporary();
			},
		};
	} catch (failure) {
		await removeTemporary();
		throw failure;
	}
}
