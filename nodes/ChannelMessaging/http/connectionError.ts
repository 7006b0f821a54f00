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
 * Why no answer came, and whether the call may have been done all the same. Takes no text from the
 * error itself: HTTP clients keep the request, and with it the token, in theirs.
 *
 * @param timeout milliseconds after which the call was to be given up
 */
export function connectionError(error: unknown, timeout: number): ApiError {
	const { code, words } = factsOf(error);
	const isConnected = !notConnected.has(code) && !words.includes('connect ETIMEDOUT');
	if (!isConnected || words.includes('before secure TLS connection was established')) {
		return new ApiError({
			reason: 'notConnected',
			outcome: 'notDone',
			title: 'No connection to the service could be made',
			advice: `Check 'Base URL' in the credential, and whether the service can be reached from n8n${inBrackets(code)}.`,
		});
	}
	if (untrusted.test(code)) {
		return new ApiError({
			reason: 'untrustedConnection',
			outcome: 'notDone',
			title: "The service's certificate could not be trusted",
			advice: `Check 'Base URL' in the credential, and the certificate of the service${inBrackets(code)}.`,
		});
	}
	if (code === 'ERR_CANCELED') {
		return new ApiError({
			reason: 'cancelled',
			outcome: 'unknown',
			title: 'The execution was cancelled while the service was being asked',
			advice: 'The call may have been done. Look at the service before you run this item again.',
		});
	}
	if (code === 'ETIMEDOUT' || code === 'ESOCKETTIMEDOUT' || /timeout/i.test(words)) {
		return timedOut(timeout);
	}
	return new ApiError({
		reason: 'connectionLost',
		outcome: 'unknown',
		title: 'The connection to the service was lost before it answered',
		advice: `The call may have been done. Look at the service before you run this item again${inBrackets(code)}.`,
	});
}

/**
 * n8n gave the call up before its body was written: nothing can have been done. Why is n8n's to say.
 */
export function requestNotMade(error: unknown): ApiError {
	return new ApiError({
		reason: 'requestNotMade',
		outcome: 'notDone',
		title: 'n8n could not make the request',
		advice: `Nothing was sent. n8n said: ${innermostMessage(error)}`,
	});
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
	return new ApiError({
		reason: 'timedOut',
		outcome: 'unknown',
		title: `The service gave no answer within ${String(timeout / 1_000)} s`,
		advice:
			"The call may have been done. Look at the service before you run this item again, or raise 'Timeout' in the options.",
	});
}

/** The code, for whoever looks after the network. */
function inBrackets(code: string): string {
	return code === '' ? '' : ` (${code})`;
}
