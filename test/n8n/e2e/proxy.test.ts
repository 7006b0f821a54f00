import { useN8n } from '../../support/fixtures/testEnvironment';
import { behindProxy, proxies } from './proxies';

jest.setTimeout(300_000);

useN8n(behindProxy);

proxies();
