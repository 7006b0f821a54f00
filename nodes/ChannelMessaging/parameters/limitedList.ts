import { ParameterError } from './parameter';

/** A list with a maximum number of entries per request. */
export interface LimitedList<Entry> {
	entries: readonly Entry[];
	/** The start of error messages about the list, such as `'Tags' has`. */
	owner: string;
	noun: string;
	maxCount: number;
}

/** Throws `ParameterError` if there are too many entries for one request. */
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
 * One chunk per request. Keeps the order of entries, so that all attempts of a node execution send
 * identical requests.
 */
export function chunk<Entry>(list: Pick<LimitedList<Entry>, 'entries' | 'maxCount'>): Entry[][] {
	const { entries, maxCount } = list;
	return Array.from({ length: Math.ceil(entries.length / maxCount) }, (_, index) =>
		entries.slice(index * maxCount, (index + 1) * maxCount),
	);
}
