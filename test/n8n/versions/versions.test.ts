import { everyRelease } from '../e2e/everyRelease';
import { currentRelease, releases } from '../../support/n8n';
import { useN8n } from '../../support/running/running';

jest.setTimeout(120_000);

// The current release is the one of `npm run test:e2e`.
const others = Object.values(releases).filter(({ name }) => name !== currentRelease.name);

describe.each(others)('$name', (release) => {
	useN8n(release);
	everyRelease();
});
