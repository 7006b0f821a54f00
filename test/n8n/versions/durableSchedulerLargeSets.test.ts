import { triggerWithLargeSets } from '../e2e/trigger/largeSets';
import { everyMinute, useDurableScheduler } from './durableScheduler';

jest.setTimeout(400_000);

useDurableScheduler();

describe('Channel Messaging Trigger with 1,200 contacts', () => {
	triggerWithLargeSets(everyMinute, 60_000);
});
