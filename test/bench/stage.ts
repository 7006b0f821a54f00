import { setTimeout as sleep } from 'node:timers/promises';
import { type InstalledRelease, N8nClient, type RunningN8n, startN8n } from '../n8n';
import { profilingEnvironment } from './profile/profileRecorder';

/** A fresh n8n with an owner, ready to be measured. */
export interface Stage {
	readonly n8n: RunningN8n;
	readonly client: N8nClient;
	stop(): Promise<void>;
}

/** What every stage of one run is made of. */
export interface StageParts {
	readonly release: InstalledRelease;
	readonly tarball: string;
	readonly profile: boolean;
}

/** What n8n does by itself after a start shall be over before anything is measured. */
const settlingTime = 5_000;

/** Starts an n8n in a folder of its own. */
export async function openStage({ release, tarball, profile }: StageParts): Promise<Stage> {
	const environment = profile ? profilingEnvironment : {};
	const n8n = await startN8n({ release, tarball, environment });
	try {
		const client = new N8nClient(n8n.url);
		await client.setUpOwner();
		await sleep(settlingTime);
		return { n8n, client, stop: () => n8n.stop() };
	} catch (failure) {
		await n8n.stop();
		throw failure;
	}
}
