import { everyRelease } from '../e2e/everyRelease';
import { failedResumption } from '../e2e/failedResumption';
import { humanReview } from '../e2e/humanReview';
import { secrecy } from '../e2e/secrecy';
import { currentRelease, releases } from '../../support/n8n';
import { useN8n } from '../../support/fixtures/testEnvironment';

jest.setTimeout(300_000);

// The current release is the one of `npm run test:e2e`.
const others = Object.values(releases).filter(({ name }) => name !== currentRelease.name);

describe.each(others)('$name', (release) => {
	// n8n 1 keeps files in memory by default.
	useN8n(release, { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' });
	everyRelease(release);
	// n8n 1 makes no review of a node.
	if (release !== releases['n8n-1.123.0']) {
		describe('the human review of an AI Agent', humanReview);
		describe('A failed resumption', failedResumption);
	}
	// The last one, because it delays later requests with the token.
	describe('Secrets', secrecy);
});
