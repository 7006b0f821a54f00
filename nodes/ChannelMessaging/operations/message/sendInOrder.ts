import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../../client/apiError';
import type { Channel } from '../../client/channel';
import { responseWarning } from '../../client/responseWarning';
import type { Message } from '../../client/message';

/**
 * Sends messages one after another, with no delay after a skipped message. Errors include the
 * number of sent messages. The order is fixed, so a retry sends only the remaining messages.
 * The output has the worst status of all messages. From worst to best, the statuses are:
 * skipped, unexpected response, and sent.
 */
export async function sendInOrder(
	channel: Pick<Channel, 'sendMessage'>,
	contactId: string,
	messages: ReadonlyArray<Message & { delayMs: number }>,
): Promise<IDataObject> {
	const sent: IDataObject[] = [];
	const skipped: IDataObject[] = [];
	const unclear: IDataObject[] = [];
	const outputs: IDataObject[] = [];
	for (const [position, { delayMs, ...message }] of messages.entries()) {
		const isDelayed = delayMs > 0 && outputs.at(-1)?.status !== 'skipped';
		const further = { position, ...(isDelayed && { delayMs }) };
		const response = await channel
			.sendMessage(contactId, message, further)
			.catch((error: unknown) => {
				if (!(error instanceof ApiError)) throw error;
				const { outcome: failing } = error;
				throw error.with({
					outcome: sent.length + unclear.length > 0 ? 'unknown' : failing,
					messages: {
						count: messages.length,
						sent: sent.length + unclear.length,
						skipped: skipped.length,
						failing,
						outputs,
					},
				});
			});
		const output = response.documented ?? responseWarning(response, 'The message was sent');
		const isSent = response.documented !== undefined;
		(response.skipped ? skipped : isSent ? sent : unclear).push(output);
		outputs.push({ ...output, ...(response.skipped ? {} : { content: message.content }) });
	}
	return { ...(skipped[0] ?? unclear[0] ?? sent[0]), messages: outputs, contactId };
}
