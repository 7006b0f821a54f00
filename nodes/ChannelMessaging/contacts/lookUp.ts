import { ApiError } from '../api/apiError';
import type { Channel } from '../api/channel';
import type { ContactMemory } from './contactMemory';
import type { CustomFieldReference } from './contactReference';
import { findContact } from './findContact';

/**
 * The identifier of the contact that must exist, looked up once in a run.
 *
 * Rejects with an `ApiError` where no contact or several have the value.
 */
export async function lookUp(
	channel: Pick<Channel, 'findContacts'>,
	reference: CustomFieldReference,
	memory: ContactMemory,
): Promise<string> {
	const known = memory.of(reference);
	known.contactId ??= await findContact(channel, reference);
	if (known.contactId !== undefined) return known.contactId;
	const searched = { name: reference.name, value: reference.value };
	throw new ApiError({ reason: 'contactNotFound', outcome: 'notDone', searched });
}
