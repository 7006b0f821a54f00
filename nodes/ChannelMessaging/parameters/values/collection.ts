import type { INodePropertyCollection } from 'n8n-workflow';

import { isRecord } from '../../api/record';
import { type Given, ParameterError, type Parameters, parametersIn } from '../parameter';

/** What was added to a collection; nothing where it is missing. */
export function readCollection({ value, subject, raw }: Given) {
	const values = value ?? {};
	if (isRecord(values)) return parametersIn(values, { raw });
	throw new ParameterError(
		`${subject} is not a collection of options`,
		'Add the options one by one, and use expressions for their values only.',
	);
}

/** The rows of a fixed collection. How many there must be, and may be, is checked elsewhere. */
export function readRows(
	{ value, subject, raw }: Given,
	{ name, displayName }: INodePropertyCollection,
): Parameters[] {
	const row = displayName.toLowerCase();
	const given = value ?? {};
	// Without any row, n8n leaves the key out.
	const rows = isRecord(given) ? { [name]: [], ...given }[name] : undefined;
	if (!Array.isArray(rows) || !rows.every(isRecord)) {
		throw new ParameterError(
			`${subject} does not hold a list of ${row} rows`,
			`Add each ${row} as a row of its own.`,
		);
	}
	const rawRows = isRecord(raw) ? raw[name] : undefined;
	return rows.map((values, index) =>
		parametersIn(values, {
			raw: Array.isArray(rawRows) ? rawRows[index] : undefined,
			place: ` of ${row} ${String(index + 1)} in ${subject}`,
		}),
	);
}
