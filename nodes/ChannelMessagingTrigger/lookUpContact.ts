import { ApiError, type ApiErrorReason } from '../ChannelMessaging/client/apiError';
import type { Contact } from '../ChannelMessaging/client/contact';
import type { SearchedChannel } from '../ChannelMessaging/contacts/searchPages';

/** Errors that affect all contacts and don't show whether a contact exists. */
const concerningAllContacts: readonly ApiErrorReason[] = [
	'cancelled',
	'notConnected',
	'rateLimited',
	'redirected',
	'requestNotMade',
	'tokenInvalid',
	'unexpectedError',
	'untrustedConnection',
];

/**
 * Returns the contact, `deleted` if the service reports that the contact doesn't exist, or
 * `unclear` for any other unexpected response.
 */
export async function lookUpContact(
	channel: SearchedChannel,
	contactId: string,
): Promise<Contact | 'deleted' | 'unclear'> {
	return await channel.getContact(contactId).catch((error: unknown) => {
		if (!(error instanceof ApiError) || concerningAllContacts.includes(error.reason)) throw error;
		return error.reason === 'contactNotFound' ? 'deleted' : 'unclear';
	});
}
