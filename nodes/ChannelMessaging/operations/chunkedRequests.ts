import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../client/apiError';
import type { Channel } from '../client/channel';
import { describeResponse } from '../client/doneResponse';
import { type CustomFieldAssignment, contactIdOf } from '../client/model';

/**
 * Returns the last response. If a request fails, stops and adds the number of completed requests to
 * the error.
 *
 * The order of requests is fixed, so that a retried node execution can reuse the responses to
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
 * @param contact `created` is called with the contact's ID before the tags are added, or with
 * `undefined` if the response contains no valid ID
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
	const contactId = contactIdOf(created);
	contact?.created(contactId);
	if (contactId === undefined) return created;
	await addTagsToSaved(channel, contactId, 'created', tags);
	return { ...created, contactId };
}

/**
 * If adding the tags fails after a contact was saved, the error contains both results. Its outcome
 * is `unknown`, because running the item again would save the contact again. Retry On Fail only
 * adds the tags.
 *
 * @param done how the contact was saved, or `undefined` if it wasn't saved
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
