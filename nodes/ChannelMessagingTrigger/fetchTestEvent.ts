import { type IDataObject, type IPollFunctions, NodeOperationError } from 'n8n-workflow';

import type { ChannelCredential } from '../ChannelMessaging/client/credential';
import { contactIdOf } from '../ChannelMessaging/client/contactId';
import { findAllContacts } from '../ChannelMessaging/contacts/findAllContacts';
import { editorChannel } from '../ChannelMessaging/methods/editorChannel';
import type { TriggerSettings } from './settings';
import { currentContent } from './watchedContent';

export async function fetchTestEvent(
	context: IPollFunctions,
	credential: ChannelCredential,
	{ event, match, watched }: TriggerSettings,
): Promise<IDataObject[]> {
	const { contacts } = await findAllContacts(editorChannel(context, credential), match, 1);
	const [contact] = contacts;
	if (contact === undefined) {
		throw new NodeOperationError(
			context.getNode(),
			`No contact has the ${match.name} '${match.value}', so there is no test event`,
			{
				description:
					'Enter a value that a contact has, exactly as the channel stores it, or publish the workflow to wait for a matching contact.',
			},
		);
	}
	const contactId = contactIdOf(contact);
	const before = event === 'contactChanges' && { before: currentContent(contact, watched) };
	return [{ ...contact, ...(contactId !== undefined && { contactId }), ...before }];
}
