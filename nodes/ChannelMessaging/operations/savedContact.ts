import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../api/apiError';
import type { Channel } from '../api/channel';
import type { OddResponse } from '../api/oddResponse';
import { describeResponse } from '../texts/oddResponseText';
import { inChunks } from './inChunks';

/** The output for a contact that was created and, if its ID is known, is to get tags. */
export function describeCreated(
	response: IDataObject | OddResponse,
	tags: readonly string[][],
): IDataObject {
	const untagged = tags.length === 0 ? '' : ', so its tags were not added';
	return describeResponse(
		response,
		`The contact was created, but its ID could not be read${untagged}`,
	);
}

/**
 * Adds tags to a contact. Where it was saved before and that doesn't succeed, the error says so, and
 * its outcome is unknown: whoever runs the item again saves the contact again. A further try of the
 * same run knows that the contact is saved, and adds the tags alone.
 *
 * @param done what was done to the contact before, if anything
 */
export async function addTagsToSaved(
	channel: Pick<Channel, 'addTags'>,
	contactId: string,
	done: 'created' | 'updated' | undefined,
	tags: readonly string[][],
): Promise<void> {
	const addChunk = async (chunk: string[]) => await channel.addTags(contactId, chunk);
	await inChunks(tags, 'tags', addChunk).catch((error: unknown) => {
		if (!(error instanceof ApiError) || done === undefined) throw error;
		const saved = { done, contactId, tagging: error.outcome };
		throw error.with({ outcome: 'unknown', saved });
	});
}
