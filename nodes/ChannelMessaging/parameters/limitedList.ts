import { ParameterError } from './parameterError';

export interface LimitedList<Entry> {
	entries: readonly Entry[];
	noun: string;
	maxCount: number;
}

export interface OwnedList<Entry> extends LimitedList<Entry> {
	/** The start of error messages about the list, such as `'Tags' has`. */
	owner: string;
}

export function assertMaxItems<Entry>(
	list: OwnedList<Entry>,
	alternative = 'split them across several items',
): Entry[] {
	const { entries, owner, noun, maxCount } = list;
	if (entries.length <= maxCount) return [...entries];
	throw new ParameterError(
		`${owner} ${String(entries.length)} ${noun}, but the service accepts at most ${String(maxCount)}`,
		`Remove ${String(entries.length - maxCount)}, or ${alternative}.`,
	);
}
