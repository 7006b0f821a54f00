import { useN8n } from '../../../support/running/running';
import { triggerLifecycle } from './lifecycle';
import { triggerWithManyContacts } from './manyContacts';

jest.setTimeout(180_000);

useN8n();

describe('the trigger, from poll to poll', triggerLifecycle);
describe('the trigger, with many contacts', triggerWithManyContacts);
