import { ApiError, type ApiErrorReason } from '../ChannelMessaging/client/apiError';
import type { Contact } from '../ChannelMessaging/client/model';
import type { SearchedChannel } from '../ChannelMessaging/contacts/searchPages';

/** These errors say nothing about a single contact. */
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

/** Other unexpected responses are `unclear`. */
export async function lookUpContact(
	channel: SearchedChannel,
	contactId: string,
): Promise<Contact | 'deleted' | 'unclear'> {
	return await channel.getContact(contactId).catch((error: unknown) => {
		if (!(error instanceof ApiError) || concerningAllContacts.includes(error.reason)) throw error;
		return error.reason === 'contactNotFound' ? 'deleted' : 'unclear';
	});
}
