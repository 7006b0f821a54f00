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
 * Returns the contact, or `deleted` if the service reports that it doesn't exist. Other unexpected
 * responses are `unclear`.
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
