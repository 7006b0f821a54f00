import { currentRelease, type Release, releases } from '../../support/n8n';
import { exampleNames } from './exampleFiles';
import { followUpWithNewLeads } from './runs/followUpWithNewLeads';
import { mcpServer } from './runs/mcpServer';
import { quietHours } from './runs/quietHours';
import { startedByForm } from './runs/startedByForm';
import { startedByWebhook } from './runs/startedByWebhook';
import { startedManually } from './runs/startedManually';

/** The tests of the examples, by folder name. */
const runs: Readonly<Record<string, () => Promise<void>>> = {
	...startedByForm,
	...startedByWebhook,
	...startedManually,
	'follow-up-with-new-leads': followUpWithNewLeads,
	'mcp-server': mcpServer,
	'quiet-hours': quietHours,
};

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
	const names = exampleNames().filter((name) => name !== inQueueMode && runsIn(release, name));

	test.each(names)('%s produces the documented result', async (name) => {
		const run = runs[name];
		if (run === undefined) throw new Error(`The example ${name} has no test`);
		await run();
	});
}
