import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../api/record';
import { ParameterError } from '../parameterError';

/**
 * The rows of a fixed collection: at least one. How many a request takes is checked elsewhere.
 *
 * @param key under which n8n keeps the rows
 * @param row what messages call one, such as `tag`
 */
export function readRows(
	value: unknown,
	{ label, key, row }: { label: string; key: string; row: string },
): IDataObject[] {
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
