import type { IDataObject } from 'n8n-workflow';

/** The parameters of one item, with expressions resolved. */
export interface ItemParameters {
	/** Whatever the parameter holds: expressions may give anything. */
	value(name: string): unknown;
	/** The input item's own fields. */
	input(): IDataObject;
	/** The workflow's time zone, such as `Europe/Madrid`. */
	timeZone(): string;
}
