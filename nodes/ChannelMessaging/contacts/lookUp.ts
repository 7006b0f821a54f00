import { ApiError } from '../api/apiError';
import type { Channel } from '../api/channel';
import type { ContactMemory } from './contactMemory';
import { type CustomFieldReference, keyOf } from './contactReference';
import { findContact } from './findContact';

/**
 * The identifier of the contact that must exist, looked up once in a run.
 *
 * Rejects with a `ApiError` where no contact or several have the value.
 */
export async function lookUp(
	channel: Pick<Channel, 'findContacts'>,
	reference: CustomFieldReference,
	memory: ContactMemory,
): Promise<string> {
	const key = keyOf(reference);
	const contactId = memory.foundAs(key) ?? (await findContact(channel, reference));
	if (contactId === undefined) {
		const { name, value } = reference;
		const searched = { name, value };
		throw new ApiError({ reason: 'contactNotFound', outcome: 'notDone', searched });
	}
	memory.rememberFound(key, contactId);
	return contactId;
}
