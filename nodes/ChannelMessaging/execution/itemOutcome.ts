import type { IDataObject } from 'n8n-workflow';

import type { ApiError } from '../client/apiError';
import type { MissingContactError } from '../parameters/contact';

/** An item that is invalid, that failed, or that was never started. */
export interface FailedItem {
	kind: 'failed';
	error: unknown;
}

/** An item whose contact is missing or wasn't found, if the user chose to skip such items. */
export interface SkippedItem {
	kind: 'skipped';
	error: ApiError | MissingContactError;
}

export type ItemOutcome = { kind: 'done'; result: IDataObject[] } | FailedItem | SkippedItem;
