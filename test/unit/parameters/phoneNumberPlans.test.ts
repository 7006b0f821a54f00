import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { plansPath, renderPlans } from '../../../tools/phoneNumbers/renderPlans';
import { repository } from '../../support/repository';

const plans = readFileSync(join(repository, plansPath), 'utf8');

it('The numbering plans equal the output of `npm run phones:generate`', () => {
	expect(plans).toBe(renderPlans());
});

it('The numbering plans are at most 12 kB', () => {
	expect(Buffer.byteLength(plans)).toBeLessThanOrEqual(12_000);
});
