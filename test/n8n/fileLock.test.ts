import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdingLock } from './fileLock';

let folder: string;
let lock: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lock-'));
	lock = join(folder, 'a.lock');
});

afterEach(async () => {
	await rm(folder, { recursive: true });
});

test('two never work at the same time', async () => {
	let working = 0;
	let most = 0;
	const work = async (): Promise<void> => {
		working += 1;
		most = Math.max(most, working);
		await new Promise(setImmediate);
		working -= 1;
	};
	await Promise.all([1, 2, 3].map(() => holdingLock(lock, work)));
	expect(most).toBe(1);
});

test('the lock is gone after work that failed', async () => {
	const failing = holdingLock(lock, () => Promise.reject(new Error('broken')));
	await expect(failing).rejects.toThrow('broken');
	expect(existsSync(lock)).toBe(false);
});

test('the lock of a process that died is taken over', async () => {
	const { pid } = spawnSync(process.execPath, ['--version']);
	await writeFile(lock, String(pid));
	expect(await holdingLock(lock, () => Promise.resolve('done'))).toBe('done');
});

test('a lock that has not been touched for long is taken over', async () => {
	await writeFile(lock, String(process.pid));
	const longAgo = new Date(Date.now() - 60_000);
	await utimes(lock, longAgo, longAgo);
	expect(await holdingLock(lock, () => Promise.resolve('done'))).toBe('done');
});

test('who waits for a living owner is told so, and may give up', async () => {
	await writeFile(lock, String(process.pid));
	const waiting = holdingLock(
		lock,
		() => Promise.resolve(),
		() => {
			throw new Error('no patience');
		},
	);
	await expect(waiting).rejects.toThrow('no patience');
	expect(existsSync(lock)).toBe(true);
});
