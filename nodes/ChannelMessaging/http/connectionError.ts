import { ApiError } from '../api/apiError';
import { isRecord } from '../api/record';

/** The connection was never made, so nothing was written. */
const notConnected = new Set([
	'EADDRNOTAVAIL',
	'EAI_AGAIN',
	'ECONNREFUSED',
	'EHOSTDOWN',
	'EHOSTUNREACH',
	'ENETDOWN',
	'ENETUNREACH',
	'ENOTFOUND',
]);

/** The service's certificate was refused, before anything was written. */
const untrusted =
	/^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$|HOSTNAME_MISMATCH)/;

interface ErrorFacts {
	/** The system's or the HTTP client's code, such as ECONNREFUSED; empty where there is none. */
	code: string;
	/** The words of every error in the chain. */
	words: string;
}

/**
 * n8n's request wraps the error of its HTTP client: some releases keep it as the cause, others keep
 * no more than its code, as `httpCode`, and its words, in `messages`.
 */
function factsOf(error: unknown, depth = 0): ErrorFacts {
	if (!isRecord(error) || depth > 4) return { code: '', words: '' };
	const cause = factsOf(error.cause, depth + 1);
	const code = [error.code, error.httpCode].find((value) => typeof value === 'string');
	const messages = Array.isArray(error.messages) ? error.messages : [];
	return {
		code: typeof code === 'string' ? code : cause.code,
		words: [error.message, ...messages, cause.words].map(String).join(' '),
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
	const isConnected = !notConnected.has(code) && !words.includes('connect ETIMEDOUT');
	if (!isConnected || words.includes('before secure TLS connection was established')) {
		return new ApiError({ reason: 'notConnected', outcome: 'notDone', code });
	}
	if (untrusted.test(code)) {
		return new ApiError({ reason: 'untrustedConnection', outcome: 'notDone', code });
	}
	if (code === 'ERR_CANCELED') return new ApiError({ reason: 'cancelled', outcome: 'unknown' });
	if (code === 'ETIMEDOUT' || code === 'ESOCKETTIMEDOUT' || /timeout/i.test(words)) {
		return timedOut(timeout);
	}
	return new ApiError({ reason: 'connectionLost', outcome: 'unknown', code });
}

/** n8n gave the call up before its body was written: nothing can have been done. */
export function requestNotMade(error: unknown): ApiError {
	const cause = innermostMessage(error);
	return new ApiError({ reason: 'requestNotMade', outcome: 'notDone', cause });
}

/** The words of the error with which it began. */
function innermostMessage(error: unknown): string {
	if (!isRecord(error)) return String(error);
	if (isRecord(error.cause) && typeof error.cause.message === 'string') {
		return innermostMessage(error.cause);
	}
	const [words] = Array.isArray(error.messages) ? error.messages : [];
	return String(words ?? error.message);
}

/**
 * A call that took too long.
 *
 * @param timeout milliseconds after which the call was given up
 */
export function timedOut(timeout: number): ApiError {
	return new ApiError({ reason: 'timedOut', outcome: 'unknown', timeout });
}
