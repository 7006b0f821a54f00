import { rm } from 'node:fs/promises';

/** Deletes the folder of `createUserFolder`. */
export default async function removeUserFolder(): Promise<void> {
	const folder = process.env['N8N_USER_FOLDER'];
	if (folder !== undefined) await rm(folder, { force: true, recursive: true });
}
