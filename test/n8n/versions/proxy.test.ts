import { useN8n } from '../../support/fixtures/testEnvironment';
import { otherReleases } from '../../support/n8n';
import { behindProxy, proxies } from '../e2e/proxies';

jest.setTimeout(300_000);

describe.each(otherReleases)('$name', (release) => {
	useN8n(release, behindProxy);
	proxies(release);
});
