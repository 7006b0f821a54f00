import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../api/apiError';
import { isRecord } from '../api/record';

/** The connection was never made, so nothing was written. */
const notConnected =
	/^(EADDRNOTAVAIL|EAI_AGAIN|ECONNREFUSED|EHOSTDOWN|EHOSTUNREACH|ENETDOWN|ENETUNREACH|ENOTFOUND)$/;

/** The service's certificate was refused, before anything was written. */
const untrusted =
	/^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$|HOSTNAME_MISMATCH)/;

/** An error and its causes, the outermost first; five at most, as errors can cause each other. */
function chainOf(error: unknown, most = 5): IDataObject[] {
	return isRecord(error) && most > 0 ? [error, ...chainOf(error.cause, most - 1)] : [];
}

/**
 * The first code of an error and its causes, such as ECONNREFUSED, and their words. n8n's request
 * wraps the error of its HTTP client: some releases keep it as the cause, others keep no more than
 * its code, as `httpCode`, and its words, in `messages`.
 */
function factsOf(error: unknown): { code: string; words: string[] } {
	const chain = chainOf(error);
	const isText = (value: unknown) => typeof value === 'string';
	return {
		code: chain.flatMap(({ code, httpCode }) => [code, httpCode]).find(isText) ?? '',
		words: chain.flatMap(({ message, messages }) => [message, messages].flat()).filter(isText),
	};
}

/**
 * Why no response came, and whether the call may have been done all the same. Takes no text from the
 * error itself: HTTP clients keep the request, and with it the token, in theirs.
 *
 * @param timeout milliseconds after which the call was to be given up
 */
export function connectionError(error: unknown, timeout: number): ApiError {
	const { code, words } = factsOf(error);
	const text = words.join(' ');
	const isConnected = !notConnected.test(code) && !text.includes('connect ETIMEDOUT');
	if (!isConnected || text.includes('before secure TLS connection was established')) {
		return new ApiError({ reason: 'notConnected', outcome: 'notDone', code });
	}
	if (untrusted.test(code)) {
		return new ApiError({ reason: 'untrustedConnection', outcome: 'notDone', code });
	}
	if (code === 'ERR_CANCELED') return new ApiError({ reason: 'cancelled', outcome: 'unknown' });
	if (code === 'ETIMEDOUT' || code === 'ESOCKETTIMEDOUT' || /timeout/i.test(text)) {
		return new ApiError({ reason: 'timedOut', outcome: 'unknown', timeout });
	}
	return new ApiError({ reason: 'connectionLost', outcome: 'unknown', code });
}

/** n8n gave the call up before its body was written: nothing can have been done. */
export function requestNotMade(error: unknown): ApiError {
	const cause = factsOf(error).words.at(-1) ?? String(error);
	return new ApiError({ reason: 'requestNotMade', outcome: 'notDone', cause });
}
