import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** n8n-core keeps its settings in a folder of the user: tests give it one of their own. */
const variable = 'N8N_USER_FOLDER';

export async function makeFolder(): Promise<void> {
	process.env[variable] = await mkdtemp(path.join(tmpdir(), 'channel-messaging-n8n-core-'));
	process.env.N8N_ENCRYPTION_KEY = 'only-for-tests';
}

export async function removeFolder(): Promise<void> {
	const folder = process.env[variable];
	if (folder !== undefined) await rm(folder, { force: true, recursive: true });
}
