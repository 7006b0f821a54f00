/**
 * The source of the state with which a poll continues. A new baseline starts without known
 * contacts.
 */
export type StateOrigin = 'memory' | 'newBaseline' | 'staticData';

/** Identifies a state in this process's memory. */
export interface StateInMemory {
	/** The hashes of the settings and the channel. */
	readonly baseline: string;
	/**
	 * The number of the latest save that this state includes, for each process. Saves are numbered
	 * because the clocks of processes differ.
	 */
	readonly includedSaves: ReadonlyMap<string, number>;
}

/** Identifies a snapshot in n8n's static data. */
interface Save {
	baseline: string;
	/** The process that saved the snapshot. `save` is the number of the save by this process. */
	process: string;
	save: number;
}

/**
 * Returns whether the state includes the snapshot in n8n's static data. Returns `true` if there is
 * no snapshot.
 */
export function includes({ includedSaves }: StateInMemory, stored: Save | undefined): boolean {
	return stored === undefined || stored.save <= (includedSaves.get(stored.process) ?? 0);
}

/**
 * Determines the state with which a poll continues. This is the latest state if its baseline is
 * still the same:
 *
 * | Memory         | Static data              | Origin        | | -------------- |
 * ------------------------ | ------------- | | –              | –                        |
 * `newBaseline` | | same baseline  | – or included            | `memory`      | | other baseline |
 * – or included            | `newBaseline` | | any            | not included, same       |
 * `staticData`  | | any            | not included, other      | `newBaseline` |
 *
 * @param isPublished whether the poll publishes an unpublished workflow. Contacts that started to
 * match while the workflow was unpublished aren't reported, so the trigger starts a new baseline.
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
