/** Where a poll's state comes from. A new baseline starts without known contacts. */
export type StateOrigin = 'memory' | 'newBaseline' | 'staticData';

/** Identifies a state in this process's memory. */
export interface StateInMemory {
	/** Hashes of the settings and the channel. */
	readonly baseline: string;
	/**
	 * The latest save of each process that this state includes. Saves are numbered, as clocks differ.
	 */
	readonly includedSaves: ReadonlyMap<string, number>;
}

/** Identifies a snapshot in n8n's static data. */
interface Save {
	baseline: string;
	/** The process that saved the snapshot, and the number of this save. */
	process: string;
	save: number;
}

/** True if there is no snapshot in n8n's static data. */
export function includes({ includedSaves }: StateInMemory, stored: Save | undefined): boolean {
	return stored === undefined || stored.save <= (includedSaves.get(stored.process) ?? 0);
}

/**
 * Determines which state a poll continues. The latest state wins, and is continued if its baseline
 * is still the same:
 *
 * | Memory         | Static data              | Origin        |
 * | -------------- | ------------------------ | ------------- |
 * | –              | –                        | `newBaseline` |
 * | same baseline  | – or included            | `memory`      |
 * | other baseline | – or included            | `newBaseline` |
 * | any            | not included, same       | `staticData`  |
 * | any            | not included, other      | `newBaseline` |
 *
 * @param isPublished whether the poll publishes an unpublished workflow. Contacts that started to
 * match while it was unpublished aren't reported, so the trigger starts a new baseline.
 */
export function originOf(
	known: StateInMemory | undefined,
	stored: Save | undefined,
	{ baseline, isPublished }: { baseline: string; isPublished: boolean },
): StateOrigin {
	const isInMemory = known !== undefined && includes(known, stored);
	const latest = isInMemory ? known : stored;
	if (isPublished || latest?.baseline !== baseline) return 'newBaseline';
	return isInMemory ? 'memory' : 'staticData';
}
