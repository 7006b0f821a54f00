import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { repository } from '../../test/support/repository';
import { plansPath, renderPlans } from './renderPlans';

writeFileSync(join(repository, plansPath), renderPlans());
