import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installRelease } from './install';
import type { Release } from './release';

let folder: string;
let cache: string;
let release: Release;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'install-'));
	cache = join(folder, 'cache');
	const pinned = join(folder, 'pinned');
	await mkdir(pinned);
	await writeFile(join(pinned, 'package.json'), '{}');
	await writeFile(join(pinned, 'package-lock.json'), '{ "packages": { "node_modules/a": {} } }');
	release = { name: 'n8n-0', pinned, steps: [{ doing: 'installing', npm: ['install'] }] };
});

afterEach(async () => {
	await rm(folder, { recursive: true });
});

async function fill(target: string): Promise<void> {
	await mkdir(join(target, 'node_modules'));
}

const quiet = () => undefined;

test('a release is installed once, and then at hand', async () => {
	const run = jest.fn(fill);
	const first = await installRelease(release, quiet, { cache, run });
	const second = await installRelease(release, quiet, { cache, run });
	expect(second).toEqual(first);
	expect(run).toHaveBeenCalledTimes(1);
	expect(existsSync(join(first.folder, 'package-lock.json'))).toBe(true);
	expect(await readdir(cache)).toHaveLength(1);
});

test('another lock file is another installation', async () => {
	const first = await installRelease(release, quiet, { cache, run: fill });
	await writeFile(join(release.pinned, 'package-lock.json'), '{ "packages": {} }');
	const second = await installRelease(release, quiet, { cache, run: fill });
	expect(second.folder).not.toBe(first.folder);
});

test('two that want the same release at once install it once', async () => {
	const run = jest.fn(fill);
	const both = [1, 2].map(() => installRelease(release, quiet, { cache, run }));
	const [first, second] = await Promise.all(both);
	expect(first).toEqual(second);
	expect(run).toHaveBeenCalledTimes(1);
});

test('an installation that fails leaves nothing', async () => {
	const run = () => Promise.reject(new Error('no network'));
	await expect(installRelease(release, quiet, { cache, run })).rejects.toThrow('no network');
	expect(await readdir(cache)).toEqual([]);
});

test('what a killed installation left is removed by the next', async () => {
	const { folder: installed } = await installRelease(release, quiet, { cache, run: fill });
	await rm(installed, { recursive: true });
	await mkdir(`${installed}.partial-1`, { recursive: true });
	await installRelease(release, quiet, { cache, run: fill });
	expect(await readdir(cache)).toHaveLength(1);
});

test('it says what it does', async () => {
	const told: string[] = [];
	await installRelease(release, ({ doing }) => told.push(doing), { cache, run: fill });
	expect(told).toEqual(['installing']);
});
