import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repository } from '../repository';

const usage = `npm run mutate [-- folder …]

  Changes the sources spot by spot and tells which changes the tests beside them don't notice.
  Without folders, all folders of test/unit.`;

/** The part of the changes that the tests reach that must be noticed, in percent. */
const aim = 85;

interface Report {
	files: Record<string, { mutants: Array<{ status: string }> }>;
}

interface Score {
	noticed: number;
	unnoticed: number;
	/** In lines that only n8n's engine or a real n8n runs. */
	notReached: number;
}

/** Where the subjects of a folder of unit tests are. */
function sourcesOf(folder: string): string {
	const places = ['nodes/ChannelMessaging', 'nodes', '.'].map((parent) => join(parent, folder));
	const sources = places.find((place) => existsSync(join(repository, place)));
	if (sources === undefined) throw new Error(`No sources belong to test/unit/${folder}`);
	return sources;
}

function mutate(folder: string): Score {
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
	const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map((m) => m.status));
	const count = (...wanted: string[]) => statuses.filter((one) => wanted.includes(one)).length;
	return {
		noticed: count('Killed', 'Timeout'),
		unnoticed: count('Survived'),
		notReached: count('NoCoverage'),
	};
}

/** The part of what the tests reach that they notice, in percent. */
function scoreOf({ noticed, unnoticed }: Score): number {
	return (100 * noticed) / (noticed + unnoticed);
}

function row(name: string, score: Score): string {
	const { noticed, unnoticed, notReached } = score;
	const cells = [noticed, unnoticed, notReached].map(String);
	return `| ${[name, ...cells, `${scoreOf(score).toFixed(1)}%`].join(' | ')} |`;
}

function main(given: string[]): void {
	if (given.includes('--help')) {
		console.log(usage);
		return;
	}
	const folders = readdirSync(join(repository, 'test/unit'), { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && (given.length === 0 || given.includes(entry.name)))
		.map(({ name }) => name);
	const scores = folders.map((folder) => ({ folder, score: mutate(folder) }));
	const all: Score = { noticed: 0, unnoticed: 0, notReached: 0 };
	for (const { score } of scores) {
		all.noticed += score.noticed;
		all.unnoticed += score.unnoticed;
		all.notReached += score.notReached;
	}
	const rows = scores.map(({ folder, score }) => row(folder, score));
	console.log(
		[
			'| folder | noticed | unnoticed | not reached | score |',
			'| --- | ---: | ---: | ---: | ---: |',
			...rows,
			row('all', all),
		].join('\n'),
	);
	if (scoreOf(all) < aim) process.exitCode = 1;
}

main(process.argv.slice(2));
