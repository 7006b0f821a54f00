import { mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often the owner touches the file, and others look at it, in milliseconds. */
const beat = 1_000;

/** A file that was not touched for as long, in milliseconds, has lost its owner. */
const silence = 15_000;

/** Creates the file; false where it is there already. Removes one that has lost its owner. */
async function take(file: string): Promise<boolean> {
	try {
		await writeFile(file, String(process.pid), { flag: 'wx' });
		return true;
	} catch (failure) {
		if (!(failure instanceof Error && 'code' in failure && failure.code === 'EEXIST'))
			throw failure;
	}
	const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }));
	if (Date.now() - mtimeMs > silence) await rm(file, { force: true });
	return false;
}

/**
 * Does the work while no other process does work under the same file. A lock whose owner died is
 * taken over. Two that take over at the same instant may both go ahead: work done under this lock
 * has to end in one atomic step, as the install's rename does.
 */
export async function holdingLock<Result>(
	file: string,
	work: () => Promise<Result>,
	onWait: () => void = () => undefined,
): Promise<Result> {
	await mkdir(dirname(file), { recursive: true });
	while (!(await take(file))) {
		onWait();
		await sleep(beat);
	}
	const heart = setInterval(() => {
		const now = new Date();
		// Should the file be gone, another took over, and the work's last step decides who wins.
		utimes(file, now, now).catch(() => undefined);
	}, beat);
	try {
		return await work();
	} finally {
		clearInterval(heart);
		await rm(file, { force: true });
	}
}
