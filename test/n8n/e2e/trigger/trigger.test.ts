import { useN8n } from '../../../support/fixtures/testEnvironment';
import { triggerWithLargeSets } from './largeSets';
import { triggerLifecycle } from './lifecycle';
import { triggerWithManyContacts } from './manyContacts';

jest.setTimeout(400_000);

useN8n();

describe('Channel Messaging Trigger', triggerLifecycle);
describe('Channel Messaging Trigger with 1,200 contacts', () => {
	const cronExpression = '0,10,20,30,40,50 * * * * *';
	triggerWithLargeSets({ item: [{ mode: 'custom', cronExpression }] }, 10_000);
});
describe('Channel Messaging Trigger with 3,000 contacts', triggerWithManyContacts);
