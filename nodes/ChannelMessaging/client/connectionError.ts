import type { IDataObject } from 'n8n-workflow';

import { ApiError } from './apiError';
import { isRecord } from './isRecord';

/** Limits how many nested causes are read, because causes can be circular. */
const maxDepth = 5;

/**
 * Matches the error codes for invalid certificates, which Node.js detects before it writes the
 * request.
 */
const certificateRejected =
	/^(CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|(HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$)/;

/**
 * System calls that happen before a request is sent. If any of them fails, the service hasn't
 * received the request.
 */
const connecting: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

/**
 * Matches messages such as `connect ECONNREFUSED 127.0.0.1:443`. Only the message proves that no
 * request was sent. Connections that close during the TLS handshake have the same error code as
 * connections that are lost later. Connections that a proxy closes before the handshake have no
 * code.
 */
const connectingFailed =
	/^((connect|getaddrinfo) E[A-Z_]+( |$)|Client network socket disconnected before secure TLS connection was established|Proxy connection ended before receiving CONNECT response)/;

/**
 * Matches the TLS alerts with which a server rejects a handshake (RFC 8446, section 6.2). A server
 * can reject the handshake itself, the protocol version, the security level, a fallback, the host
 * name, a missing client certificate, or the application protocol. OpenSSL puts the alert's number
 * at the end of its error messages.
 */
const handshakeRejected = /\bSSL alert number (40|70|71|86|112|116|120)\b/;

function isText(value: unknown): value is string {
	return typeof value === 'string';
}

/** Returns the error and its causes, outermost first. */
function chainOf(error: unknown, depth = maxDepth): IDataObject[] {
	return isRecord(error) && depth > 0 ? [error, ...chainOf(error.cause, depth - 1)] : [];
}

function codeOf(error: unknown): string {
	const codes = chainOf(error).flatMap(({ code, httpCode }) => [code, httpCode]);
	return codes.find(isText) ?? '';
}

function messagesOf({ message, messages }: IDataObject): string[] {
	return [message, messages].flat().filter(isText);
}

/**
 * n8n 2.41 keeps the system error as the innermost cause. n8n 1.123 and 2.8 keep only its message,
 * and join the messages of an `AggregateError` with ` | `.
 */
export function provesNoConnection(error: unknown, depth = maxDepth): boolean {
	if (!isRecord(error) || depth === 0) return false;
	const { cause, errors, syscall } = error;
	if (Array.isArray(errors)) {
		return errors.length > 0 && errors.every((inner) => provesNoConnection(inner, depth - 1));
	}
	const texts = [...messagesOf(error), error.description].filter(isText);
	if (texts.some((text) => handshakeRejected.test(text))) return true;
	if (syscall !== undefined) return connecting.has(syscall);
	if (isRecord(cause)) return provesNoConnection(cause, depth - 1);
	return texts.some((text) => text.split(' | ').every((part) => connectingFailed.test(part)));
}

/**
 * The outcome is `notDone` only if no connection was established or the certificate was rejected.
 * n8n's error message isn't copied, because it can contain the token.
 */
export function connectionError(error: unknown, timeoutMs: number): ApiError {
	const code = codeOf(error);
	if (provesNoConnection(error)) {
		return new ApiError({ reason: 'notConnected', outcome: 'notDone', code });
	}
	if (certificateRejected.test(code)) {
		return new ApiError({ reason: 'untrustedConnection', outcome: 'notDone', code });
	}
	if (code === 'ERR_CANCELED') return new ApiError({ reason: 'cancelled', outcome: 'unknown' });
	if (code === 'ETIMEDOUT' || code === 'ESOCKETTIMEDOUT' || /timeout/i.test(textOf(error))) {
		return new ApiError({ reason: 'timedOut', outcome: 'unknown', timeoutMs });
	}
	return new ApiError({ reason: 'connectionLost', outcome: 'unknown', code });
}

/**
 * Returns whether n8n itself refused to send the request. n8n's own errors have no code, unlike
 * errors from the network or the HTTP client.
 */
export function isWithoutCode(error: unknown): boolean {
	return codeOf(error) === '' && !provesNoConnection(error) && !/timeout/i.test(textOf(error));
}

function textOf(error: unknown): string {
	return chainOf(error).flatMap(messagesOf).join(' ');
}

export function requestNotMade(error: unknown): ApiError {
	const cause = chainOf(error).flatMap(messagesOf).at(-1) ?? String(error);
	return new ApiError({ reason: 'requestNotMade', outcome: 'notDone', cause });
}
