import type { Browser } from 'playwright-core';
import type { TestEnvironment } from '../../test/support/fixtures/testEnvironment';
import type { Example } from '../demo/exampleWorkflows';

/** Twice as many pixels as the page has, in both directions. */
export const pixelRatio = 2;

/** What pictures are taken of. */
export interface Props {
	readonly browser: Browser;
	readonly running: TestEnvironment;
	readonly examples: readonly Example[];
	/** Whether the picture with this name is to be taken: an example's folder, or a scene. */
	readonly isWanted: (name: string) => boolean;
}
