import type { Browser } from '@playwright/test';
import type { TestEnvironment } from '../../test/support/fixtures/testEnvironment';
import type { Example } from '../demo/exampleWorkflows';

/** Physical pixels per CSS pixel. */
export const pixelRatio = 2;

/** What scenes and examples need for their pictures. */
export interface Props {
	readonly browser: Browser;
	readonly running: TestEnvironment;
	readonly examples: readonly Example[];
	/** Returns whether to take the picture of an example's folder or of a scene. */
	readonly isWanted: (name: string) => boolean;
}
