import type { IDataObject } from 'n8n-workflow';

import type { ApiError } from '../api/apiError';
import type { Outcome } from '../scheduling/keyedQueue';

/** Its contact wasn't found, and the user wants such items left out. */
export interface Skipped {
	kind: 'skipped';
	error: ApiError;
}

/** What became of one input item. */
export interface ItemOutcome {
	itemIndex: number;
	outcome: Outcome<IDataObject[]> | Skipped;
}
