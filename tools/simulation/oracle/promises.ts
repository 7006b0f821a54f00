import { reportsAreTrue } from './m1';
import { nothingIsAcceptedTwice } from './m2';
import { rateLimitingNeedsPatience } from './m3';
import type { Oracle } from './violation';

/** All promises that are checked after each history. */
export const promises: Readonly<Record<string, Oracle>> = {
	M1: reportsAreTrue,
	M2: nothingIsAcceptedTwice,
	M3: rateLimitingNeedsPatience,
};
