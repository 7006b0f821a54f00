import { table } from '../../support/table';
import type { Row } from './row';
import { describeAnswers } from './scenarios';
import type { Target } from './targets';

/** The columns of the measurements; `Row` says what they mean. */
const columns: Readonly<Record<string, (row: Row) => string>> = {
	way: ({ way }) => way,
	items: ({ work: { executions, items } }) =>
		String(items) + (executions === 1 ? '' : ` in ${String(executions)}`),
	limit: ({ work: { messagesPerSecond, semantics } }) =>
		messagesPerSecond === null ? 'none' : `${String(messagesPerSecond)} ${semantics}`,
	answers: ({ work }) => describeAnswers(work),
	accepted: ({ accepted }) => String(accepted),
	lost: ({ lost }) => String(lost),
	twice: ({ twice }) => String(twice),
	'429s': ({ refused }) => String(refused),
	'single message, ms': ({ longestSingle }) => longestSingle?.toFixed(0) ?? '',
	'per second': ({ messagesPerSecond }) => messagesPerSecond.toFixed(1),
	'node time, ms': ({ nodeTime }) => nodeTime.toFixed(0),
	'CPU, ms per item': ({ cpuPerItem }) => cpuPerItem.toFixed(2),
	'longest wait, ms': ({ longestWait }) => longestWait.toFixed(0),
	'its own, ms': ({ longestOwnWait }) => longestOwnWait.toFixed(0),
	load: ({ load }) => load.toFixed(1),
};

/** The measurements as a table. */
export function rowTable(rows: readonly Row[]): string {
	return table(
		Object.keys(columns),
		rows.map((row) => Object.values(columns).map((value) => value(row))),
	);
}

/** The targets with their values. */
export function targetTable(targets: readonly Target[]): string {
	return table(
		['target', 'measured', 'met'],
		targets.map(([promise, value, isMet]) => [promise, value, isMet ? 'met' : '**missed**']),
	);
}
