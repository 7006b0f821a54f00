import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Creates a temporary folder for n8n-core's settings. `removeUserFolder` deletes it. */
export default async function createUserFolder(): Promise<void> {
	const folder = await mkdtemp(path.join(tmpdir(), 'channel-messaging-n8n-core-'));
	process.env['N8N_USER_FOLDER'] = folder;
	process.env['N8N_ENCRYPTION_KEY'] = 'only-for-tests';
}
