import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../support/repository';
import { reasons } from '../unit/client/apiErrorWith';

it('The documentation of the error output lists every reason', () => {
	const page = readFileSync(join(repository, 'docs', 'error-output.md'), 'utf8');

	expect(reasons.filter((reason) => !page.includes(`\`${reason}\``))).toEqual([]);
});
