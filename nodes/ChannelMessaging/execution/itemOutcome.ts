import type { IDataObject } from 'n8n-workflow';

import type { ApiError } from '../api/apiError';

/** An item that can't be read, went wrong, or never started. */
export interface FailedItem {
	kind: 'failed';
	error: unknown;
}

/** What became of one input item. */
export type ItemOutcome =
	| { kind: 'done'; result: IDataObject[] }
	| FailedItem
	/** Its contact wasn't found, and the user wants such items left out. */
	| { kind: 'skipped'; error: ApiError };
