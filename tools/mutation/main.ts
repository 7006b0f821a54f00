import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repository } from '../../test/support/repository';
import { percent, table } from '../table';

const usage = `npm run mutate [-- folder …]

  Changes the sources spot by spot and tells which changes the tests beside them don't notice.
  Without folders, all folders of test/unit.`;

/** The part of the changes that the tests reach that must be noticed. */
const aim = 0.85;

interface Report {
	files: Record<string, { mutants: Array<{ status: string }> }>;
}

/** Where the subjects of a folder of unit tests are. */
function sourcesOf(folder: string): string {
	const places = ['nodes/ChannelMessaging', 'nodes', '.'].map((parent) => join(parent, folder));
	const sources = places.find((place) => existsSync(join(repository, place)));
	if (sources === undefined) throw new Error(`No sources belong to test/unit/${folder}`);
	return sources;
}

/** What became of each change in a folder, in Stryker's words. */
function mutate(folder: string): readonly string[] {
	const { status } = spawnSync(
		join(repository, 'node_modules/.bin/stryker'),
		['run', '--mutate', `${sourcesOf(folder)}/**/*.ts`],
		{
			cwd: repository,
			stdio: 'inherit',
			env: { ...process.env, MUTATED_FOLDER: folder },
		},
	);
	if (status !== 0) throw new Error(`Stryker ended with ${String(status)}`);
	const path = join(repository, `reports/mutation/${folder}.json`);
	const { files } = JSON.parse(readFileSync(path, 'utf8')) as Report;
	return Object.values(files).flatMap(({ mutants }) => mutants.map((mutant) => mutant.status));
}

function score(fates: readonly string[]) {
	const count = (...wanted: string[]) => fates.filter((fate) => wanted.includes(fate)).length;
	const noticed = count('Killed', 'Timeout');
	const unnoticed = count('Survived');
	// In lines that only n8n's engine or a real n8n runs.
	const notReached = count('NoCoverage');
	return { noticed, unnoticed, notReached, part: noticed / (noticed + unnoticed) };
}

function main(given: string[]): void {
	if (given.includes('--help')) {
		console.log(usage);
		return;
	}
	const fates = readdirSync(join(repository, 'test/unit'), { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && (given.length === 0 || given.includes(entry.name)))
		.map(({ name }) => [name, mutate(name)] as const);
	const all = fates.flatMap(([, ofFolder]) => ofFolder);
	const rows = [...fates, ['all', all] as const].map(([name, ofFolder]) => {
		const { noticed, unnoticed, notReached, part } = score(ofFolder);
		return [name, String(noticed), String(unnoticed), String(notReached), percent(part)];
	});
	console.log(table(['folder', 'noticed', 'unnoticed', 'not reached', 'score'], rows));
	if (score(all).part < aim) process.exitCode = 1;
}

main(process.argv.slice(2));
