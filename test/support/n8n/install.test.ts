import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { withFileLock } from './install';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'file-lock-'));
});

afterEach(async () => {
	await rm(folder, { recursive: true });
});

it('a second action with the same lock waits for the first', async () => {
	const lock = join(folder, 'lock');
	const events: string[] = [];
	let second: Promise<void> | undefined;

	await withFileLock(
		lock,
		async () => {
			const waits = new Promise<void>((resolve) => {
				second = withFileLock(lock, () => Promise.resolve(void events.push('second')), resolve);
			});
			await waits;
			events.push('first');
		},
		() => undefined,
	);
	await second;

	expect(events).toEqual(['first', 'second']);
});

it('the lock of a process that no longer exists is replaced', async () => {
	const lock = join(folder, 'lock');
	// The largest process ID of Linux is 4,194,304.
	await writeFile(lock, '4194305');

	expect(
		await withFileLock(
			lock,
			() => Promise.resolve('done'),
			() => undefined,
		),
	).toBe('done');
});
