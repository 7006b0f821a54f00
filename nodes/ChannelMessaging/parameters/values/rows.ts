import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../api/record';
import { ParameterError } from '../parameterError';

/**
 * The rows of a fixed collection. How many there must be, and may be, is checked elsewhere.
 *
 * @param key under which n8n keeps the rows
 * @param row what messages call one, such as `tag`
 */
export function readRows(
	value: unknown,
	{ label, key, row }: { label: string; key: string; row: string },
): IDataObject[] {
	const given = value ?? {};
	// Without any row, n8n leaves the key out.
	if (isRecord(given) && !(key in given)) return [];
	const rows = isRecord(given) ? given[key] : undefined;
	if (!Array.isArray(rows) || !rows.every(isRecord)) {
		throw new ParameterError(
			`'${label}' does not hold a list of ${row} rows`,
			`Add each ${row} as a row of its own.`,
		);
	}
	return rows;
}
