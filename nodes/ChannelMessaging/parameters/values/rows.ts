import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../api/record';
import { ParameterError } from '../parameterError';

/** A parameter that holds a list of rows, as n8n's fixed collections do. */
export interface RowsParameter {
	/** The parameter's label, without quotes. */
	label: string;
	/** The key under which n8n keeps the rows. */
	key: string;
	/** What one row is called in messages, such as `tag`. */
	row: string;
}

/** The rows of a fixed collection: at least one. How many a request takes is checked elsewhere. */
export function readRows(value: unknown, parameter: RowsParameter): IDataObject[] {
	const { label, key, row } = parameter;
	const rows = isRecord(value) ? value[key] : undefined;
	if (rows === undefined || (Array.isArray(rows) && rows.length === 0)) {
		throw new ParameterError(`'${label}' is empty`, `Add at least one ${row}.`);
	}
	if (!Array.isArray(rows) || !rows.every(isRecord)) {
		throw new ParameterError(
			`'${label}' does not hold a list of ${row} rows`,
			`Add each ${row} as a row of its own.`,
		);
	}
	return rows;
}
