import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../client/apiError';
import type { Channel } from '../client/channel';
import { describeUnexpected } from '../client/unexpectedResponse';
import { type CustomFieldAssignment, contactIdOf } from '../client/model';

/**
 * Sends requests one after another, and returns the last response. If a request fails, the error
 * contains the number of completed requests.
 *
 * The order of requests is fixed, so that a retried node execution can reuse the responses of
 * completed requests.
 */
export async function sendInChunks<Entry>(
	chunks: readonly Entry[][],
	noun: string,
	send: (chunk: Entry[]) => Promise<IDataObject>,
): Promise<IDataObject> {
	let response: IDataObject = {};
	for (const [requestsDone, chunk] of chunks.entries()) {
		response = await send(chunk).catch((error: unknown) => {
			if (!(error instanceof ApiError) || chunks.length === 1) throw error;
			throw error.with({
				outcome: requestsDone > 0 ? 'unknown' : error.outcome,
				progress: {
					requests: chunks.length,
					requestsDone,
					entries: chunks.flat().length,
					entriesDone: chunks.slice(0, requestsDone).flat().length,
					noun,
				},
			});
		});
	}
	return response;
}

/**
 * @param contact `created` is called with the new contact's ID before the tags are added. If the
 * response contains no valid ID, `created` is called with `undefined`.
 */
export async function createContactWithTags(
	channel: Pick<Channel, 'addTags' | 'createContact'>,
	customFields: CustomFieldAssignment[],
	tags: readonly string[][],
	contact?: { created(contactId: string | undefined): void },
): Promise<IDataObject> {
	const untagged = tags.length === 0 ? '' : ', so its tags were not added';
	const response = await channel.createContact(customFields);
	const created = response.documented;
	const contactId = created && contactIdOf(created);
	contact?.created(contactId);
	if (contactId === undefined) {
		const done = `The contact was created, but its ID could not be read${untagged}`;
		return describeUnexpected(response, done);
	}
	await addTagsToSaved(channel, contactId, 'created', tags);
	return { ...created, contactId };
}

/**
 * If the tags can't be added to a saved contact, the error reports both results. The error's
 * outcome is `unknown`, because running the item again would save the contact again. Retry On Fail
 * adds only the tags.
 *
 * @param done how the contact was saved, or `undefined` if the contact wasn't saved
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
