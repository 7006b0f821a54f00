import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { repository } from '../repository';
import { plansPath, renderPlans } from './renderPlans';

writeFileSync(join(repository, plansPath), renderPlans());
