import { useN8n } from '../../../support/running/running';
import { triggerLifecycle } from './lifecycle';

jest.setTimeout(180_000);

useN8n();

describe('the trigger, from poll to poll', triggerLifecycle);
