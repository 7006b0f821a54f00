import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { currentRelease, type Release, releases } from '../../support/n8n';
import { exampleNames, examplesFolder } from './exampleFiles';
import { runs } from './runs';

/** Run by the tests of queue mode, which have a PostgreSQL. */
const inQueueMode = 'send-once-across-workers';

/** The first tested release that runs an example, if that isn't the oldest one. */
const firstRelease: Readonly<Record<string, Release>> = {
	// Earlier nodes can't create a data table, nor choose one by its name.
	'opt-out-list': releases['n8n-2.8.4'],
};

/** Returns whether a release has all nodes of an example. */
function runsIn(release: Release, example: string): boolean {
	const first = firstRelease[example];
	const byAge: readonly Release[] = Object.values(releases);
	return first === undefined || byAge.indexOf(release) >= byAge.indexOf(first);
}

/** The example workflows, each imported and run as its description says. */
export function examples(release: Release = currentRelease): void {
	test('every example is run here, and has its description and its picture', () => {
		const names = exampleNames();
		expect([...Object.keys(runs), inQueueMode].sort()).toEqual(names);
		const files = names.flatMap((name) =>
			['README.md', 'workflow.png'].map((file) => join(examplesFolder, name, file)),
		);
		expect(files.filter((file) => !existsSync(file))).toEqual([]);
	});

	const supported = Object.entries(runs).filter(([name]) => runsIn(release, name));

	test.each(supported)('%s', async (_name, run) => {
		await run();
	});
}
