import { ParameterError } from './parameterError';

export interface LimitedList<Entry> {
	entries: readonly Entry[];
	noun: string;
	maxCount: number;
}

export interface CheckedList<Entry> extends LimitedList<Entry> {
	/** The start of error messages about the list, such as `'Tags' has`. */
	errorStart: string;
}

export function assertMaxItems<Entry>(
	list: CheckedList<Entry>,
	alternative = 'split them across several items',
): Entry[] {
	const { entries, errorStart, noun, maxCount } = list;
	if (entries.length <= maxCount) return [...entries];
	throw new ParameterError(
		`${errorStart} ${String(entries.length)} ${noun}, but the service accepts at most ${String(maxCount)}`,
		`Remove ${String(entries.length - maxCount)}, or ${alternative}.`,
	);
}
