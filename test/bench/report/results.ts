import type { Row } from '../row';
import type { Target } from '../targets';
import { columns } from './columns';
import { table } from './table';

/** The measurements as a table. */
export function rowTable(rows: readonly Row[]): string {
	return table(
		columns.map(({ title }) => title),
		rows.map((row) => columns.map((column) => column.value(row))),
	);
}

/** The targets with their values. */
export function targetTable(targets: readonly Target[]): string {
	return table(
		['target', 'measured', 'met'],
		targets.map(({ promise, value, met }) => [promise, value, met ? 'met' : '**missed**']),
	);
}
