import type { INodePropertyCollection } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';
import { ParameterError } from './parameterError';
import { placeInRows } from './parameterLabel';
import { parametersIn } from './parameterSet';
import type { ParameterSet, ParameterValue } from './parameterTypes';

export function readRows(
	{ value, label, raw, evaluate }: ParameterValue,
	{ name, displayName }: INodePropertyCollection,
): ParameterSet[] {
	const row = displayName.toLowerCase();
	const collection = value ?? {};
	// n8n omits the key of a fixed collection that has no rows.
	const rows = isRecord(collection) ? { [name]: [], ...collection }[name] : undefined;
	if (!Array.isArray(rows) || !rows.every(isRecord)) {
		throw new ParameterError(
			`${label} is not a list of ${row} rows`,
			`Add each ${row} in its own row.`,
		);
	}
	const rawRows = isRecord(raw) ? raw[name] : undefined;
	return rows.map((values, index) =>
		parametersIn(values, {
			raw: Array.isArray(rawRows) ? rawRows[index] : undefined,
			evaluate,
			place: placeInRows(label, row, index),
		}),
	);
}
