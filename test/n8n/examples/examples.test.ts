import { useN8n } from '../../support/fixtures/testEnvironment';
import { examples } from './examples';

jest.setTimeout(300_000);

useN8n();

describe('Examples', examples);
