import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repository } from '../repository';

/** A program and whatever it starts in its turn. */
export interface ProcessGroup {
	/** The id of the program; the whole group goes by it. */
	readonly id: number;
	/** What the program has written so far, both streams as they came. */
	output(): string;
	hasEnded(): boolean;
	/** Settles with the exit code, null after a signal; fails only when it could not be started. */
	readonly ended: Promise<number | null>;
	/** Asks the program to end, after a while ends it and all it started, and waits until they are gone. */
	stop(patience?: number): Promise<void>;
}

/** What to start. The environment is complete: nothing is inherited. */
export interface Program {
	readonly command: string;
	readonly arguments: readonly string[];
	readonly folder: string;
	readonly environment: NodeJS.ProcessEnv;
}

/** Milliseconds for a program to end after it was asked to. */
const patienceWithTermination = 15_000;
/** Milliseconds after a kill, because a machine may keep the dead in the group for ever. */
const patienceAfterKill = 2_000;
/** Milliseconds between two looks at a group. */
const pause = 10;

/** Whether there was a group to signal. */
function signalGroup(id: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(-id, signal);
	} catch {
		return false;
	}
}

/** Starts a program that ends, at the latest, when this process does. */
export function startProcessGroup(program: Program): ProcessGroup {
	const preload = join(__dirname, 'endWithParent.cjs');
	const child = spawn(program.command, program.arguments, {
		cwd: program.folder,
		env: { ...program.environment, NODE_OPTIONS: `--require "${preload}"` },
		detached: true,
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	const chunks: string[] = [];
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8');
		stream.on('data', (chunk: string) => chunks.push(chunk));
	}
	// A program that ends closes its standard input; there is nothing to be done about it.
	child.stdin.on('error', () => undefined);

	let hasEnded = false;
	const ended = new Promise<number | null>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code) => {
			hasEnded = true;
			resolve(code);
		});
	});
	const id = child.pid;
	return {
		id: id ?? 0,
		output: () => chunks.join(''),
		hasEnded: () => hasEnded,
		ended,
		stop: async (patience = patienceWithTermination) => {
			if (id === undefined) return;
			child.kill('SIGTERM');
			const killAt = Date.now() + patience;
			while (!hasEnded && Date.now() < killAt) await sleep(pause);
			// Whatever is left. Its leader leads still or is gone, so no id can be another program's.
			signalGroup(id, 'SIGKILL');
			const giveUpAt = Date.now() + patienceAfterKill;
			while (signalGroup(id, 0) && Date.now() < giveUpAt) await sleep(pause);
			await ended;
		},
	};
}

/** Starts a TypeScript program of this repository in a process of its own. */
export function startProgram(file: string, words: readonly string[]): ProcessGroup {
	return startProcessGroup({
		command: process.execPath,
		arguments: ['--require', 'tsx/cjs', file, ...words],
		folder: repository,
		environment: { PATH: process.env['PATH'] },
	});
}
