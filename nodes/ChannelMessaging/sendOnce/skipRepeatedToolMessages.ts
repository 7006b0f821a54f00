import { ApiError, unexpectedError } from '../client/apiError';
import type { ApiResponse } from '../client/apiResponse';
import type { SendRequest } from '../client/sendRequest';
import type { CancellationToken } from '../scheduling/cancellationToken';
import { normalized } from '../texts/normalized';
import { withoutInvisible } from '../texts/visibleText';
import { skippedResponse } from './skippedResponse';
import type { EarlierMessage, ToolMessage, RecentToolMessages } from './recentToolMessages';

interface ToolItem {
	messages: RecentToolMessages;
	message: Omit<ToolMessage, 'content'>;
	cancellation: CancellationToken;
	/** Returns the error for messages that aren't sent because the execution was stopped. */
	stopReason(): ApiError;
}

/**
 * Skips a message if an earlier tool call sent, or may have sent, an identical message. Models
 * repeat calls, for example after a slow response. The returned response has the status `skipped`.
 */
export function skipRepeatedToolMessages(
	send: SendRequest,
	{ messages, message, cancellation, stopReason }: ToolItem,
): SendRequest {
	return async (request, options) => {
		if (request.bucket !== 'message') return await send(request, options);
		// Comparing the content is enough because tools receive no files, whose links would always
		// differ.
		const sending = { ...message, content: contentAsRead(request.body?.body) };
		const result = await messages.lock(sending, cancellation, async () => {
			const earlier = messages.find(sending);
			if (earlier !== undefined) return skipped(earlier);
			const response = await send(request, options).catch((error: unknown) =>
				unexpectedError(error),
			);
			if (!(response instanceof ApiError)) {
				if (response.skipped !== true) messages.record(sending, 'sent');
			} else if (response.outcome === 'unknown') {
				messages.record(sending, 'unknown');
			}
			return response;
		});
		return result ?? options?.previousError ?? stopReason();
	};
}

/**
 * Models repeat a text with different spaces or invisible characters, which readers don't notice.
 */
function contentAsRead(content: unknown): string {
	return JSON.stringify(content, (_name, value: unknown) =>
		typeof value === 'string'
			? normalized(withoutInvisible(value), 'NFC').replace(/\s+/g, ' ').trim()
			: value,
	);
}

function skipped({ at, outcome }: EarlierMessage): ApiResponse {
	const sentAt = new Date(at).toISOString();
	const message =
		outcome === 'sent'
			? `Not sent: an identical message was already sent at ${sentAt}; don't send it again.`
			: `Not sent: an identical message may have been sent at ${sentAt}; don't send it again, and tell the user.`;
	return skippedResponse({ reason: 'identicalMessage', message, sentAt });
}
