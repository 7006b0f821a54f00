import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { plansPath, renderPlans } from '../../../tools/phoneNumbers/renderPlans';
import { repository } from '../../support/repository';

const plans = readFileSync(join(repository, plansPath), 'utf8');

describe('the numbering plans', () => {
	it('are what `npm run phones:generate` writes', () => {
		expect(plans).toBe(renderPlans());
	});

	it('take at most 12 kB', () => {
		expect(Buffer.byteLength(plans)).toBeLessThanOrEqual(12_000);
	});
});
