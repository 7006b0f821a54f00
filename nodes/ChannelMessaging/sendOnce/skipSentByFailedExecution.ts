import { ApiError } from '../client/apiError';
import type { SendRequest } from '../client/sendRequest';
import type { CancellationToken } from '../scheduling/cancellationToken';
import { skippedResponse } from './skippedResponse';
import type { ExecutionMessages, PersonalMessage } from './failedExecutions';

/**
 * Skips messages that an earlier, stopped execution sent. Their keys are still recorded so that
 * later executions skip them as well.
 */
export function skipSentByFailedExecution(
	send: SendRequest,
	messages: ExecutionMessages,
	message: Omit<PersonalMessage, 'content'>,
	cancellation: Pick<CancellationToken, 'isStopped'>,
): SendRequest {
	return async (request, options) => {
		if (request.bucket !== 'message') return await send(request, options);
		const content = JSON.stringify((await request.file?.identity()) ?? request.body?.body);
		const sending = { ...message, content };
		// With *Retry When Unsure*, the user prefers duplicates to missing messages.
		const isResentIfUnknown = options?.retryWhenUnsure === true;
		const outcomes = isResentIfUnknown ? (['sent'] as const) : (['sent', 'unknown'] as const);
		const earlier = messages.findEarlier(sending, outcomes);
		if (earlier !== undefined) {
			const obstacle = (await options?.prepare?.()) ?? options?.beforeAttempt?.();
			// If the execution isn't stopped, `cancelled` means that the message is skipped because of its
			// key. After any other error, or after a stop, the next attempt must still skip the message.
			const isDuplicate = obstacle?.reason === 'cancelled' && !cancellation.isStopped;
			if (obstacle === undefined || isDuplicate) messages.skip(earlier);
			return obstacle ?? skippedResponse(alreadySent);
		}
		if (options?.previousError !== undefined) messages.withdraw(sending);
		const response = await send(request, options);
		if (!(response instanceof ApiError)) {
			if (response.skipped !== true) messages.record(sending, 'sent');
		} else if (response.outcome === 'unknown') {
			messages.record(sending, 'unknown');
		}
		return response;
	};
}

const alreadySent = {
	reason: 'alreadySent',
	message:
		'Not sent: an earlier execution that stopped sent, or may have sent, the same message to this contact.',
};
