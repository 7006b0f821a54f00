import { everyRelease } from '../e2e/everyRelease';
import { otherReleases } from '../../support/n8n';
import { useN8n } from '../../support/fixtures/testEnvironment';

jest.setTimeout(300_000);

describe.each(otherReleases)('$name', (release) => {
	// n8n 1 keeps files in memory by default.
	useN8n(release, { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' });
	everyRelease(release);
});
