import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { plansPath, renderPlans } from '../../../tools/phoneNumbers/renderPlans';
import { repository } from '../../support/repository';

it('The numbering plans match the output of `npm run phones:generate`', () => {
	expect(readFileSync(join(repository, plansPath), 'utf8')).toBe(renderPlans());
});
