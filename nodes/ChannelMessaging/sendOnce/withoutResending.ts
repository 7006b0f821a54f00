import { ApiError } from '../client/apiError';
import type { SendRequest } from '../client/types';
import { skippedResponse } from './skippedResponse';
import type { ExecutionMessages, PersonalMessage } from './stoppedExecutions';

/**
 * Wraps `send`, so that executing the node again after a failure or a stop doesn't resend messages.
 * Returns a response with the status `skipped` instead.
 *
 * A message that isn't sent because of an earlier one still records its idempotency key, so that
 * later executions skip it, too.
 */
export function withoutResending(
	send: SendRequest,
	messages: ExecutionMessages,
	message: Omit<PersonalMessage, 'content'>,
): SendRequest {
	return async (request, options) => {
		if (request.bucket !== 'message') return await send(request, options);
		const content = JSON.stringify((await request.file?.identity()) ?? request.body?.body);
		const sending = { ...message, content };
		if (messages.takeEarlier(sending)) {
			return (await options?.beforeAttempt?.()) ?? skippedResponse(alreadySent);
		}
		const response = await send(request, options);
		const isSent = !(response instanceof ApiError) && response.skipped !== true;
		const mayBeSent = response instanceof ApiError && response.outcome === 'unknown';
		if (isSent || (mayBeSent && options?.retryWhenUnsure !== true)) messages.record(sending);
		return response;
	};
}

const alreadySent = {
	reason: 'alreadySent',
	message:
		'Not sent: the last execution, which stopped, sent an equal message to this contact, or may have sent it.',
};
