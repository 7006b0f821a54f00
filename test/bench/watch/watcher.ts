import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningN8n } from '../../n8n';
import { startProgram } from '../../n8n/startProgram';
import { readRecording, type Recording } from './recording';

/** Looks at n8n from a process of its own, which nothing here can hold up. */
export interface Watcher {
	/** Ends it, and answers what it has seen. */
	stop(): Promise<Recording>;
}

const startTime = 1_500;

/** Begins to watch, and waits until the watching goes on evenly. */
export async function watch(n8n: Pick<RunningN8n, 'url' | 'processId'>): Promise<Watcher> {
	const program = startProgram(join(__dirname, 'main.ts'), [n8n.url, String(n8n.processId)]);
	await sleep(startTime);
	if (program.ending() !== undefined) throw new Error(program.output());
	return {
		stop: async () => {
			await program.stop();
			return readRecording(program.output());
		},
	};
}
