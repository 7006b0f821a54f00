import type { Browser } from 'playwright-core';
import type { Running } from '../../support/running/running';
import type { Example } from '../start/exampleWorkflows';

/** What pictures are taken of. */
export interface Props {
	readonly browser: Browser;
	readonly running: Running;
	readonly examples: readonly Example[];
}
