import type { IDataObject } from 'n8n-workflow';

import type { Parameters } from './given';

/** The parameters of one item, with expressions resolved. */
export interface ItemParameters extends Parameters {
	/** The input item's own fields. */
	input(): IDataObject;
	/** The workflow's time zone, such as `Europe/Madrid`. */
	timeZone(): string;
}
