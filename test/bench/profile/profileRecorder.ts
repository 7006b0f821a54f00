import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../../n8n/until';
import { repository } from '../../repository';

const folder = join(repository, 'reports');
const patience = 120_000;

/** n8n loads such files into its own process; this one answers to a signal. */
export const profilingEnvironment = {
	EXTERNAL_HOOK_FILES: join(__dirname, 'recordProfile.cjs'),
	BENCH_PROFILE_FOLDER: folder,
};

/** Records CPU profiles of an n8n that was started with the profiling environment. */
export class ProfileRecorder {
	constructor(private readonly processId: number) {}

	async start(): Promise<void> {
		await mkdir(folder, { recursive: true });
		process.kill(this.processId, 'SIGUSR2');
		await rm(await this.written('begun'));
	}

	/** Writes the profile and the list of garbage collections under a name. */
	async stop(name: string): Promise<void> {
		const target = join(folder, name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'));
		process.kill(this.processId, 'SIGUSR2');
		await rename(await this.written('profile'), `${target}.cpuprofile`);
		await rename(await this.written('collections'), `${target}.collections.json`);
	}

	private async written(name: string): Promise<string> {
		const file = join(folder, `${String(this.processId)}-${name}`);
		await until({ within: patience, waitingFor: file }, () =>
			Promise.resolve(existsSync(file) ? true : undefined),
		);
		return file;
	}
}
