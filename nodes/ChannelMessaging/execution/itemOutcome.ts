import type { IDataObject } from 'n8n-workflow';

import type { ApiError } from '../api/apiError';

/** What became of one input item. */
export type ItemOutcome =
	| { kind: 'done'; result: IDataObject[] }
	/** It went wrong, or never started. */
	| { kind: 'failed'; error: unknown }
	/** Its contact wasn't found, and the user wants such items left out. */
	| { kind: 'skipped'; error: ApiError };
