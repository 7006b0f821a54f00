import type { IDataObject } from 'n8n-workflow';

import type { ApiError } from '../client/apiError';
import type { MissingContactError } from '../parameters/identity/missingContact';
import type { Recipient } from './recipient';

/** An item that failed, was invalid, or never started. */
export interface FailedItem {
	kind: 'failed';
	error: unknown;
	recipient?: Recipient;
}

/** An item that was skipped because of a setting such as *If Contact Not Found*. */
export interface SkippedItem {
	kind: 'skipped';
	error: ApiError | MissingContactError;
	recipient?: Recipient;
}

interface Failure {
	itemIndex: number;
	error: unknown;
}

export type Failures = readonly [Failure, ...Failure[]];

export type ItemOutcome = { kind: 'done'; result: IDataObject[] } | FailedItem | SkippedItem;
