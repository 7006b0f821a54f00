import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../test/support/repository';

// Contains all unit and workflow tests of a folder. A single file loads n8n only once, which takes
// longer than most tests.
for (const level of ['unit', 'workflows']) {
	const folder = join(repository, 'test', level, process.env['MUTATED_FOLDER'] ?? '');
	const files = existsSync(folder)
		? readdirSync(folder, { encoding: 'utf8', recursive: true })
		: [];
	for (const file of files.filter((path) => path.endsWith('.test.ts'))) {
		// Tests with random parameters are slow and detect mutants only by chance.
		if (file === 'operation.test.ts') continue;
		describe(join(level, file), () => {
			jest.requireActual(join(folder, file));
		});
	}
}
