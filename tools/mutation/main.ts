import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as fc from 'fast-check';

import { repository } from '../../test/support/repository';

/** The folders whose names `test/unit` repeats, by their path in the repository. */
const parents = ['nodes/ChannelMessaging', 'nodes', '.'];

const { positionals: wanted, values } = parseArgs({
	allowPositionals: true,
	options: {
		/** The minimum number of lines of a random sample of each folder's files. */
		lines: { type: 'string', default: 'Infinity' },
		seed: { type: 'string', default: '1' },
	},
});

/** Returns random files that have the wanted number of lines together, or all files. */
function sampleOf(folder: string): string[] {
	const files = readdirSync(join(repository, folder), { encoding: 'utf8', recursive: true })
		.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
		.map((path) => `${folder}/${path}`)
		.sort();
	const order = fc.shuffledSubarray(files, { minLength: files.length });
	const [shuffled = []] = fc.sample(order, { seed: Number(values.seed), numRuns: 1 });
	let lines = 0;
	const sample: string[] = [];
	for (const file of shuffled) {
		if (lines >= Number(values.lines)) break;
		lines += readFileSync(join(repository, file), 'utf8').split('\n').length;
		sample.push(file);
	}
	return sample;
}

/** Runs Stryker on the sources and the tests of one folder. Returns whether the score suffices. */
function mutate(folder: string): boolean {
	const parent = parents.find((path) => existsSync(join(repository, path, folder)));
	if (parent === undefined) throw new Error(`There are no sources for test/unit/${folder}`);
	const stryker = join(repository, 'node_modules/@stryker-mutator/core/bin/stryker.js');
	const { status } = spawnSync(
		process.execPath,
		[stryker, 'run', '--mutate', sampleOf(join(parent, folder)).join(',')],
		{ cwd: repository, stdio: 'inherit', env: { ...process.env, MUTATED_FOLDER: folder } },
	);
	return status === 0;
}

const folders = readdirSync(join(repository, 'test/unit'), { withFileTypes: true })
	.filter((entry) => entry.isDirectory() && (wanted.length === 0 || wanted.includes(entry.name)))
	.map(({ name }) => name);
const failed = folders.filter((folder) => !mutate(folder));
if (failed.length > 0) {
	console.error(`The mutation score is too low, or Stryker failed, in: ${failed.join(', ')}`);
	process.exitCode = 1;
}
