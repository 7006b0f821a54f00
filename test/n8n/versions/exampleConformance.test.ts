import { useN8n } from '../../support/fixtures/testEnvironment';
import { otherReleases } from '../../support/n8n';
import { exampleConformance } from '../examples/conformance/exampleConformance';

jest.setTimeout(300_000);

describe.each(otherReleases)('$name', (release) => {
	useN8n(release);
	exampleConformance(release);
});
