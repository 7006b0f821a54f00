import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process and its descendants. */
export type ProcessGroup = ReturnType<typeof startProcessGroup>;

interface Program {
	readonly command: string;
	readonly arguments: readonly string[];
	readonly folder: string;
	/** The complete environment: the process inherits no variables. */
	readonly environment: NodeJS.ProcessEnv;
}

const terminationTimeoutMs = 15_000;
/** Limited because some systems never remove terminated processes from their group. */
const killTimeoutMs = 2_000;
const pollIntervalMs = 10;

function signalGroup(id: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(-id, signal);
	} catch {
		return false;
	}
}

/** Starts a process that ends no later than this process. */
export function startProcessGroup(program: Program) {
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
	// Emitted when the process ends.
	child.stdin.on('error', () => undefined);

	let hasEnded = false;
	/**
	 * Resolves with the exit code, or `null` after a signal, when the process has ended and its output
	 * has been read. Rejects only if the process could not be started.
	 */
	const ended = new Promise<number | null>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code) => {
			hasEnded = true;
			resolve(code);
		});
	});
	const id = child.pid;
	const stop = async (timeoutMs: number): Promise<void> => {
		if (id === undefined) return;
		child.kill('SIGTERM');
		const killAt = Date.now() + timeoutMs;
		while (!hasEnded && Date.now() < killAt) await sleep(pollIntervalMs);
		// The system can't reuse the ID of a group that still has members.
		signalGroup(id, 'SIGKILL');
		const deadline = Date.now() + killTimeoutMs;
		while (signalGroup(id, 0) && Date.now() < deadline) await sleep(pollIntervalMs);
		await ended;
	};
	// After the group has ended, its ID can be reused.
	let stopped: Promise<void> | undefined;
	return {
		/** The ID of the process, and of the group. */
		id: id ?? 0,
		/** Returns the output of both streams so far. Complete once `ended` has settled. */
		output: () => chunks.join(''),
		hasEnded: () => hasEnded,
		ended,
		/**
		 * Sends SIGTERM, and after the timeout SIGKILL, to the whole group, and waits until the
		 * group has ended. Later calls only wait.
		 */
		stop: async (timeoutMs = terminationTimeoutMs) => {
			stopped ??= stop(timeoutMs);
			await stopped;
		},
	};
}
