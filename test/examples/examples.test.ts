import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { useN8n } from '../running/running';
import { exampleNames, examplesFolder } from './exampleFolder';
import { runs } from './runs';

jest.setTimeout(180_000);

useN8n();

/** Run by the tests of queue mode, which have a PostgreSQL. */
const inQueueMode = 'send-once-across-workers';

test('every example is run here, and has its description and its picture', async () => {
	const names = await exampleNames();
	expect([...Object.keys(runs), inQueueMode].sort()).toEqual(names);
	const files = names.flatMap((name) =>
		['README.md', 'workflow.png'].map((file) => join(examplesFolder, name, file)),
	);
	expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

describe('imported and run, the example', () => {
	test.each(Object.entries(runs))('%s', async (_name, run) => {
		await run();
	});
});
