import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exampleNames, examplesFolder } from './exampleFiles';
import { runs } from './runs';

/** Run by the tests of queue mode, which have a PostgreSQL. */
const inQueueMode = 'send-once-across-workers';

/** The example workflows, each imported and run as its description says. */
export function examples(): void {
	test('every example is run here, and has its description and its picture', () => {
		const names = exampleNames();
		expect([...Object.keys(runs), inQueueMode].sort()).toEqual(names);
		const files = names.flatMap((name) =>
			['README.md', 'workflow.png'].map((file) => join(examplesFolder, name, file)),
		);
		expect(files.filter((file) => !existsSync(file))).toEqual([]);
	});

	test.each(Object.entries(runs))('%s', async (_name, run) => {
		await run();
	});
}
