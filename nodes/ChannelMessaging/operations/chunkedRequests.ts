import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../client/apiError';
import type { Channel } from '../client/channel';
import { describeResponse } from '../client/errorMessages';
import { type CustomFieldAssignment, identifierOf } from '../client/model';

/**
 * Makes the calls that an item needs one after the other, and gives the answer of the last. Where one
 * doesn't succeed the rest isn't made, and the failure says how many had been done. The order is that
 * of the chunks, so that a further try of the run knows which of them have their answer already.
 */
export async function sendInChunks<Entry>(
	chunks: readonly Entry[][],
	things: string,
	makeCall: (chunk: Entry[]) => Promise<IDataObject>,
): Promise<IDataObject> {
	let answer: IDataObject = {};
	for (const [callsDone, chunk] of chunks.entries()) {
		answer = await makeCall(chunk).catch((error: unknown) => {
			if (!(error instanceof ApiError) || chunks.length === 1) throw error;
			throw error.with({
				outcome: callsDone > 0 ? 'unknown' : error.outcome,
				partWay: {
					calls: chunks.length,
					callsDone,
					entries: chunks.flat().length,
					entriesDone: chunks.slice(0, callsDone).flat().length,
					things,
				},
			});
		});
	}
	return answer;
}

/**
 * Creates a contact and adds its tags; gives the output.
 *
 * @param contact is told of the identifier before the tags are added; undefined where it can't be read
 */
export async function createContactWithTags(
	channel: Pick<Channel, 'addTags' | 'createContact'>,
	customFields: CustomFieldAssignment[],
	tags: readonly string[][],
	contact?: { created(contactId: string | undefined): void },
): Promise<IDataObject> {
	const untagged = tags.length === 0 ? '' : ', so its tags were not added';
	const created = describeResponse(
		await channel.createContact(customFields),
		`The contact was created, but its ID could not be read${untagged}`,
	);
	const contactId = identifierOf(created);
	contact?.created(contactId);
	if (contactId === undefined) return created;
	await addTagsToSaved(channel, contactId, 'created', tags);
	return { ...created, contactId };
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
	await sendInChunks(tags, 'tags', addChunk).catch((error: unknown) => {
		if (!(error instanceof ApiError) || done === undefined) throw error;
		const saved = { done, contactId, tagging: error.outcome };
		throw error.with({ outcome: 'unknown', saved });
	});
}
