import type { IDataObject } from 'n8n-workflow';

import { unexpectedError } from '../client/apiError';
import type { CancellationToken } from '../scheduling/cancellationToken';
import type { EarlierMessage, ToolMessage, ToolMessages } from './toolMessages';

/**
 * Sends a tool's message, unless an equal one was sent or may have been sent. AI models repeat
 * calls, for example after a slow response.
 *
 * Returns `undefined` if the execution was stopped before the message was sent.
 */
export async function withoutRepetition(
	messages: ToolMessages,
	message: ToolMessage,
	cancellation: CancellationToken,
	send: () => Promise<IDataObject[]>,
): Promise<IDataObject[] | undefined> {
	return await messages.lock(message, cancellation, async () => {
		const earlier = messages.find(message);
		if (earlier !== undefined) return [skippedResult(message, earlier)];
		try {
			const results = await send();
			if (results.some(({ status }) => status !== 'skipped')) messages.record(message, 'sent');
			return results;
		} catch (thrown) {
			const error = unexpectedError(thrown);
			if (error.outcome === 'unknown') messages.record(message, 'unknown');
			throw error;
		}
	});
}

function skippedResult({ contactId }: ToolMessage, { at, outcome }: EarlierMessage): IDataObject {
	const sentAt = new Date(at).toISOString();
	const message =
		outcome === 'sent'
			? `Not sent: an equal message was already sent at ${sentAt}; don't send it again.`
			: `Not sent: an equal message may have been sent at ${sentAt}; don't send it again, and tell the user.`;
	return { status: 'skipped', reason: 'equalMessage', message, sentAt, contactId };
}
