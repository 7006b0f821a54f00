import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { repository } from '../../test/support/repository';

/** The folders whose names `test/unit` repeats, by their path in the repository. */
const parents = ['nodes/ChannelMessaging', 'nodes', '.'];

/** Runs Stryker on the sources and the tests of one folder. Returns whether the score suffices. */
function mutate(folder: string): boolean {
	const parent = parents.find((path) => existsSync(join(repository, path, folder)));
	if (parent === undefined) throw new Error(`There are no sources for test/unit/${folder}`);
	const stryker = join(repository, 'node_modules/@stryker-mutator/core/bin/stryker.js');
	const { status } = spawnSync(
		process.execPath,
		[stryker, 'run', '--mutate', `${parent}/${folder}/**/*.ts`],
		{ cwd: repository, stdio: 'inherit', env: { ...process.env, MUTATED_FOLDER: folder } },
	);
	return status === 0;
}

const wanted = process.argv.slice(2);
const folders = readdirSync(join(repository, 'test/unit'), { withFileTypes: true })
	.filter((entry) => entry.isDirectory() && (wanted.length === 0 || wanted.includes(entry.name)))
	.map(({ name }) => name);
const failed = folders.filter((folder) => !mutate(folder));
if (failed.length > 0) {
	console.error(`The mutation score is too low, or Stryker failed, in: ${failed.join(', ')}`);
	process.exitCode = 1;
}
