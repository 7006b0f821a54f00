import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two looks at a file that somebody else holds. */
const pause = 1_000;

/** Creates the file with this process's id; takes it over from an owner that was killed. */
async function take(file: string): Promise<boolean> {
	try {
		await writeFile(file, String(process.pid), { flag: 'wx' });
		return true;
	} catch (failure) {
		if (!(failure instanceof Error && 'code' in failure && failure.code === 'EEXIST'))
			throw failure;
	}
	try {
		// Signal 0 reaches whoever runs.
		process.kill(Number(await readFile(file, 'utf8')), 0);
		return false;
	} catch {
		await rm(file, { force: true });
		return await take(file);
	}
}

/**
 * Does the work while no other process does work under the same file.
 *
 * @param onWait called whenever somebody else holds it; throws to wait no longer
 */
export async function holdingLock<Result>(
	file: string,
	work: () => Promise<Result>,
	onWait: () => void,
): Promise<Result> {
	await mkdir(dirname(file), { recursive: true });
	while (!(await take(file))) {
		onWait();
		await sleep(pause);
	}
	try {
		return await work();
	} finally {
		await rm(file, { force: true });
	}
}
