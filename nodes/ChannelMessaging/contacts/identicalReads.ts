import { findInSlices, sharedTimeSlicer } from '../scheduling/timeSlicer';

/** How many times to read a list that keeps changing during the search. */
export const maxReads = 3;

/** Stores the contact keys from each complete read of a list. */
export class IdenticalReads {
	private readonly reads: Array<ReadonlySet<string>> = [];

	/**
	 * Returns whether an earlier read returned the same contacts. If not, stores the keys of this
	 * read.
	 */
	async repeat(keys: ReadonlySet<string>): Promise<boolean> {
		for (const earlier of this.reads) {
			if (earlier.size === keys.size && (await isSubset(keys, earlier))) return true;
		}
		this.reads.push(keys);
		return false;
	}
}

async function isSubset(keys: ReadonlySet<string>, others: ReadonlySet<string>): Promise<boolean> {
	const slice = sharedTimeSlicer.slice();
	return (await findInSlices(keys, slice, (key) => !others.has(key))) === undefined;
}
