import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../../api/record';
import { type Parameters, parametersIn } from '../given';
import { ParameterError } from '../parameterError';

/**
 * The rows of a fixed collection. How many there must be, and may be, is checked elsewhere.
 *
 * @param key under which n8n keeps the rows
 * @param row what messages call one, such as `tag`
 */
export function readRows(
	parameters: Parameters,
	field: INodeProperties,
	{ key, row }: { key: string; row: string },
): Parameters[] {
	const { value, subject } = parameters.given(field);
	const given = value ?? {};
	// Without any row, n8n leaves the key out.
	if (isRecord(given) && !(key in given)) return [];
	const rows = isRecord(given) ? given[key] : undefined;
	if (!Array.isArray(rows) || !rows.every(isRecord)) {
		throw new ParameterError(
			`${subject} does not hold a list of ${row} rows`,
			`Add each ${row} as a row of its own.`,
		);
	}
	return rows.map((values, index) =>
		parametersIn(values, ` of ${row} ${String(index + 1)} in ${subject}`),
	);
}
