import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../../client/apiError';
import type { Channel } from '../../client/channel';
import { contactIdOf } from '../../client/contactId';
import type { CustomFieldAssignment } from '../../client/customFieldAssignment';
import { responseWarning } from '../../client/responseWarning';
import type { LimitedList } from '../../parameters/maxEntriesPerRequest';
import { sendInChunks } from '../sendInChunks';

export async function createContactWithTags(
	channel: Pick<Channel, 'addTags' | 'createContact'>,
	customFields: CustomFieldAssignment[],
	tags: LimitedList<string>,
): Promise<IDataObject> {
	const untagged = tags.entries.length === 0 ? '' : ', so its tags were not added';
	const response = await channel.createContact(customFields);
	const created = response.documented;
	const contactId = created && contactIdOf(created);
	if (contactId === undefined) {
		const done = `The contact was created, but its ID could not be read${untagged}`;
		return responseWarning(response, done);
	}
	await addTagsToSaved(channel, contactId, 'created', tags);
	return { ...created, contactId, savedFields: customFields.map(({ name }) => name) };
}

/**
 * Adds tags to a contact that was already saved. If this fails, the error reports that the contact
 * was saved but its tags weren't added. The outcome is `unknown`, because running the item again
 * would save the contact again. Retry On Fail adds only the tags.
 *
 * @param done `undefined` if nothing was saved
 */
export async function addTagsToSaved(
	channel: Pick<Channel, 'addTags'>,
	contactId: string,
	done: 'created' | 'updated' | undefined,
	tags: LimitedList<string>,
): Promise<void> {
	const addChunk = async (chunk: string[]) => await channel.addTags(contactId, chunk);
	await sendInChunks(tags, addChunk).catch((error: unknown) => {
		if (!(error instanceof ApiError) || done === undefined) throw error;
		const saved = { done, contactId, tagging: error.outcome };
		throw error.with({ outcome: 'unknown', saved });
	});
}
