import type { IDataObject } from 'n8n-workflow';

import type { ApiError } from '../client/apiError';
import type { MissingContactError } from '../parameters/contact';

/** Also an invalid item, and an item that was never started. */
export interface FailedItem {
	kind: 'failed';
	error: unknown;
}

/** An item that the user chose to skip, such as one whose contact wasn't found. */
export interface SkippedItem {
	kind: 'skipped';
	error: ApiError | MissingContactError;
}

export type ItemOutcome = { kind: 'done'; result: IDataObject[] } | FailedItem | SkippedItem;
