import { useN8n } from '../../support/fixtures/testEnvironment';
import { everyRelease } from './everyRelease';

jest.setTimeout(300_000);

// One file, because starting n8n takes longer than most tests.
useN8n();

everyRelease();
