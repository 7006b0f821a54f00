import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const beat = 2_000;
const silence = 30_000;
const pause = 200;

function isRunning(processId: number): boolean {
	try {
		return process.kill(processId, 0);
	} catch {
		return false;
	}
}

function hasCode(failure: unknown, code: string): boolean {
	// Not `instanceof Error`: inside jest, the file system's errors belong to another realm.
	return (
		typeof failure === 'object' && failure !== null && 'code' in failure && failure.code === code
	);
}

async function isAbandoned(file: string): Promise<boolean> {
	try {
		const owner = Number(await readFile(file, 'utf8'));
		const { mtimeMs } = await stat(file);
		// The id tells at once on one machine; the beat also tells across containers.
		return (owner > 0 && !isRunning(owner)) || Date.now() - mtimeMs > silence;
	} catch (failure) {
		if (hasCode(failure, 'ENOENT')) return false;
		throw failure;
	}
}

async function take(file: string): Promise<boolean> {
	try {
		await writeFile(file, String(process.pid), { flag: 'wx' });
		return true;
	} catch (failure) {
		if (hasCode(failure, 'EEXIST')) return false;
		throw failure;
	}
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
		if (await isAbandoned(file)) {
			await rm(file, { force: true });
			continue;
		}
		onWait();
		await sleep(pause);
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
