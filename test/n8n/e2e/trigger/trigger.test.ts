import { useN8n } from '../../../support/running/running';
import { triggerEvents } from './events';

jest.setTimeout(180_000);

useN8n();

describe('the trigger', triggerEvents);
