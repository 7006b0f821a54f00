import { triggerWithLargeSets } from '../e2e/trigger/largeSets';
import { everyMinute, useDurableScheduler } from './durableScheduler';

jest.setTimeout(400_000);

useDurableScheduler();

describe('the trigger with 1,200 matching contacts', () => {
	triggerWithLargeSets(everyMinute, 60_000);
});
