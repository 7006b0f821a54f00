import { ParameterError } from './parameter';

/** A list whose number of entries per request is limited. */
export interface LimitedList<Entry> {
	entries: readonly Entry[];
	/** The beginning of error messages about the list, such as `'Tags' has`. */
	owner: string;
	noun: string;
	maxCount: number;
}

/** Throws `ParameterError` if the list has too many entries for one request. */
export function assertMaxItems<Entry>(
	list: LimitedList<Entry>,
	alternative = 'split them across several items',
): Entry[] {
	const { entries, owner, noun, maxCount } = list;
	if (entries.length <= maxCount) return [...entries];
	throw new ParameterError(
		`${owner} ${String(entries.length)} ${noun}, but the service accepts at most ${String(maxCount)}`,
		`Remove ${String(entries.length - maxCount)}, or ${alternative}.`,
	);
}

/**
 * Splits a list into chunks of one request each. The order of entries is fixed, so that all
 * attempts of a node execution send identical requests.
 */
export function chunk<Entry>(list: Pick<LimitedList<Entry>, 'entries' | 'maxCount'>): Entry[][] {
	const { entries, maxCount } = list;
	return Array.from({ length: Math.ceil(entries.length / maxCount) }, (_, index) =>
		entries.slice(index * maxCount, (index + 1) * maxCount),
	);
}
