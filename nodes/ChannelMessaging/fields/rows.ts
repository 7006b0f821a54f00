import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../channel/record';
import { ParameterFault } from './parameterFault';

/** A parameter that holds a list of rows, as n8n's fixed collections do. */
export interface RowsParameter {
	/** The parameter's label, without quotes. */
	label: string;
	/** The key under which n8n keeps the rows. */
	key: string;
	/** What one row is called in messages, such as `tag`. */
	row: string;
	/** How many rows a request takes at most (section 8). */
	largest: number;
}

/** The rows of a fixed collection: at least one, at most as many as the service takes. */
export function readRows(value: unknown, parameter: RowsParameter): IDataObject[] {
	const { label, key, row, largest } = parameter;
	const rows = isRecord(value) ? value[key] : undefined;
	if (rows === undefined || (Array.isArray(rows) && rows.length === 0)) {
		throw new ParameterFault(`'${label}' is empty`, `Add at least one ${row}.`);
	}
	if (!Array.isArray(rows) || !rows.every(isRecord)) {
		throw new ParameterFault(
			`'${label}' does not hold a list of ${row} rows`,
			`Add each ${row} as a row of its own.`,
		);
	}
	if (rows.length > largest) {
		throw new ParameterFault(
			`'${label}' has ${String(rows.length)} rows, but the service takes at most ${String(largest)}`,
			`Remove ${String(rows.length - largest)}, or spread them over several items.`,
		);
	}
	return rows;
}
