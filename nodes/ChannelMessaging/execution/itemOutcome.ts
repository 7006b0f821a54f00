import type { IDataObject } from 'n8n-workflow';

import type { Outcome } from '../scheduling/keyedQueue';

/** What became of one input item. */
export interface ItemOutcome {
	itemIndex: number;
	outcome: Outcome<IDataObject[]>;
}
