import { type IDataObject, type IPollFunctions, NodeOperationError } from 'n8n-workflow';

import { findAllContacts } from '../ChannelMessaging/contacts/findContacts';
import { contactIdOf } from '../ChannelMessaging/client/model';
import { createListClient } from '../ChannelMessaging/methods/listSearch';
import type { TriggerSettings } from './settings';
import { currentContent } from './watchedContent';

/**
 * Returns a matching contact as a test event. Throws `NodeOperationError` if no contact matches.
 */
export async function findTestEvent(
	context: IPollFunctions,
	{ event, match, watched }: TriggerSettings,
): Promise<IDataObject> {
	const { channel } = await createListClient(context);
	const [contact] = await findAllContacts(channel, match, 1);
	if (contact === undefined) {
		throw new NodeOperationError(
			context.getNode(),
			`No contact has the ${match.name} '${match.value}', so there is no test event`,
			{ description: 'Enter a value that a contact has, or publish the workflow.' },
		);
	}
	const contactId = contactIdOf(contact);
	return {
		...contact,
		...(contactId !== undefined && { contactId }),
		...(event === 'contactChanges' && { before: currentContent(contact, watched) }),
	};
}
