import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { currentRelease, type Release, releases } from '../../support/n8n';
import { exampleNames, examplesFolder } from './exampleFiles';
import { runs } from './runs';

/** Tested in queue mode, because the example needs PostgreSQL. */
const inQueueMode = 'send-once-across-workers';

/** The oldest release with all nodes of an example, if it isn't the oldest tested one. */
const firstRelease: Readonly<Record<string, Release>> = {
	// The data table node of earlier releases can't create a table or select one by name.
	'opt-out-list': releases['n8n-2.8.4'],
};

/** Returns whether a release has all nodes of an example. */
function runsIn(release: Release, example: string): boolean {
	const first = firstRelease[example];
	const byAge: readonly Release[] = Object.values(releases);
	return first === undefined || byAge.indexOf(release) >= byAge.indexOf(first);
}

/** The example workflows, imported and executed according to their READMEs. */
export function examples(release: Release = currentRelease): void {
	test('every example has a test, a README, and a picture', () => {
		const names = exampleNames();
		expect([...Object.keys(runs), inQueueMode].sort()).toEqual(names);
		const files = names.flatMap((name) =>
			['README.md', 'workflow.png'].map((file) => join(examplesFolder, name, file)),
		);
		expect(files.filter((file) => !existsSync(file))).toEqual([]);
	});

	const supported = Object.entries(runs).filter(([name]) => runsIn(release, name));

	test.each(supported)('%s produces the documented result', async (_name, run) => {
		await run();
	});
}
