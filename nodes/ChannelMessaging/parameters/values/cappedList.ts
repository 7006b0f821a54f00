import { ParameterError } from '../parameter';

/** A list that the service takes up to a cap (section 8, Limits). */
export interface CappedList<Entry> {
	entries: readonly Entry[];
	/** How messages begin that count the entries, such as `'Tags' has`. */
	holder: string;
	things: string;
	cap: number;
}

/** All entries, where one call takes them. */
export function inOneCall<Entry>({ entries, holder, things, cap }: CappedList<Entry>): Entry[] {
	if (entries.length > cap) {
		throw new ParameterError(
			`${holder} ${String(entries.length)} ${things}, but the service takes at most ${String(cap)}`,
			`Remove ${String(entries.length - cap)}, or spread them over several items.`,
		);
	}
	return [...entries];
}

/** The entries in chunks, each for one call. Their order stays: every try of a run makes equal calls. */
export function chunksOf<Entry>(list: Pick<CappedList<Entry>, 'entries' | 'cap'>): Entry[][] {
	const { entries, cap } = list;
	return Array.from({ length: Math.ceil(entries.length / cap) }, (_, chunk) =>
		entries.slice(chunk * cap, (chunk + 1) * cap),
	);
}
