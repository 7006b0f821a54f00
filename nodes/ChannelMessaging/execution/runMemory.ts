import { randomUUID } from 'node:crypto';

import { ContactMemory } from '../contacts/contactMemory';
import { RunJournal } from '../requests/journal';

/** What the tries of one run of a node know of each other. */
export interface RunMemory {
	readonly journal: RunJournal;
	readonly contacts: ContactMemory;
	/** Of the question that it asks, if it asks one: a further try asks the same one. */
	readonly questionId: string;
}

const memories = new WeakMap<object, RunMemory>();

/**
 * The memory of one run of a node. n8n's Retry On Fail runs a node again with the very same object of
 * execution data, so the tries of one run find each other's memory, and nothing is kept when n8n lets
 * go of the object.
 */
export function memoryOf(executionData: object): RunMemory {
	let memory = memories.get(executionData);
	if (memory === undefined) {
		memory = {
			journal: new RunJournal(),
			contacts: new ContactMemory(),
			questionId: randomUUID(),
		};
		memories.set(executionData, memory);
	}
	return memory;
}
