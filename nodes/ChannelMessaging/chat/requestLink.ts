import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { ApiError, notStarted } from '../client/apiError';
import { connectionError, isWithoutCode } from '../client/connectionError';
import { streamOptions, streamResponse } from '../client/n8nHttpHelper';
import { readBody } from '../client/readBody';
import { startTimeout } from '../client/timeoutSignal';
import { maxLinkBytes } from '../client/responseLimits';
import type { CancellationToken } from '../scheduling/cancellationToken';
import type { ChatLinkRequest } from '../sendAndWait/chatLinkRequest';
import { type LinkState, interpretLinkResponse } from './interpretLinkResponse';

/**
 * Requests a question's link without following redirects. A request without a body only reads the
 * link's state. Rejects with an `ApiError` if n8n doesn't respond or if the response is from
 * another server.
 */
export type RequestLink = (link: string, body?: ChatLinkRequest) => Promise<LinkState>;

/** n8n usually responds within milliseconds, but a webhook process can be busy. */
const timeoutMs = 30_000;

export function createLinkRequest(
	{ helpers }: Pick<IExecuteFunctions, 'helpers'>,
	cancellation: CancellationToken,
): RequestLink {
	return async (link, body) => {
		const timeout = startTimeout(timeoutMs, cancellation);
		const isRead = body === undefined;
		const address = new URL(link).origin;
		const options: IHttpRequestOptions = {
			method: isRead ? 'GET' : 'POST',
			url: link,
			headers: { Accept: 'application/json' },
			...(!isRead && { body, json: true }),
			...streamOptions(timeoutMs, timeout.signal),
		};
		const failureOf = (error: unknown) => {
			if (cancellation.isAborted && isRead) return notStarted();
			const { details, outcome } = timeout.isOver()
				? new ApiError({ reason: 'timedOut', outcome: 'unknown', timeoutMs })
				: connectionError(error, timeoutMs);
			return new ApiError({
				reason: 'linkNotReached',
				outcome: isRead || isWithoutCode(error) ? 'notDone' : outcome,
				address,
				code: 'code' in details ? details.code : '',
			});
		};
		try {
			const response: unknown = await helpers.httpRequest(options);
			const { status, headers, stream } = streamResponse(response);
			const { text, truncated } = await readBody(stream, { maxBytes: maxLinkBytes }, failureOf);
			// A response that is too large can't be from n8n and is rejected below.
			if (truncated !== undefined && truncated.reason !== 'responseTooLarge') throw truncated;
			const state = interpretLinkResponse(status, text, headers);
			if (state !== undefined) return state;
			const outcome = isRead || (status >= 300 && status < 500) ? 'notDone' : 'unknown';
			throw new ApiError({ reason: 'linkRejected', outcome, status, address });
		} catch (error) {
			throw error instanceof ApiError ? error : failureOf(error);
		} finally {
			timeout.release();
		}
	};
}
