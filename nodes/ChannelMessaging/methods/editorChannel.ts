import { type Channel, createChannel } from '../client/channel';
import type { ChannelCredential, NodeContext } from '../client/credential';
import { openChannelSession } from '../client/session';
import { CancellationToken } from '../scheduling/cancellationToken';
import { createEditorSender } from './editorSender';

/** Creates a channel for requests from the editor, which share their rate limits with workflows. */
export function editorChannel(context: NodeContext, credential: ChannelCredential): Channel {
	const session = openChannelSession(context, credential, new CancellationToken(), {
		isInteractive: true,
	});
	return createChannel(
		createEditorSender(session, credential.contactCallsPerMinute),
		credential.channelType,
	);
}
