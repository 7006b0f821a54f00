import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../test/support/repository';

/**
 * Tests with random parameters, which are slow and detect mutants only by chance, the test that
 * compares a generated file, which Stryker changes, with the generator's output, and the test that
 * replaces a module, which the other tests have already loaded.
 */
const excluded = ['operation.test.ts', 'numberingPlanData.test.ts', 'outputLimit.test.ts'];

// Contains all unit and workflow tests of a folder, because a single file loads n8n only once.
// Loading n8n is slower than most tests.
for (const level of ['unit', 'workflows']) {
	const folder = join(repository, 'test', level, process.env['MUTATED_FOLDER'] ?? '');
	const files = existsSync(folder)
		? readdirSync(folder, { encoding: 'utf8', recursive: true })
		: [];
	for (const file of files.filter((path) => path.endsWith('.test.ts'))) {
		if (excluded.includes(file)) continue;
		describe(join(level, file), () => {
			jest.requireActual(join(folder, file));
		});
	}
}
