import { ApiError } from '../client/apiError';
import type { Contact } from '../client/contact';
import type { SearchedChannel } from './searchPages';

export async function getIfExists(
	channel: SearchedChannel,
	contactId: string,
): Promise<Contact | undefined> {
	return await channel.getContact(contactId).catch((error: unknown) => {
		if (error instanceof ApiError && error.reason === 'contactNotFound') return undefined;
		throw error;
	});
}
