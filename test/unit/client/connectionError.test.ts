import {
	connectionError,
	isWithoutCode,
	requestNotMade,
} from '../../../nodes/ChannelMessaging/client/connectionError';
import { apiErrorText } from '../../../nodes/ChannelMessaging/client/errorMessages/apiErrorText';

const timeoutMs = 30_000;

/** Returns an error in the format of Node.js. */
const withCode = (code: string, message = `Failed: ${code}`, more: object = {}): Error =>
	Object.assign(new Error(message), { code, ...more });

/** Returns the error of a failed system call. Its message starts with the call. */
const systemError = (syscall: string, code: string, address = '') =>
	withCode(code, `${syscall} ${code}${address}`, { syscall });

/** Returns the error in the format of n8n 2.41: as the cause of its HTTP client's error. */
const asCause = (error: Error): Error =>
	new Error('n8n', { cause: new Error('client', { cause: error }) });

/** Returns the error of an alert from a TLS server, as OpenSSL describes it. */
const alert = (number: number, text: string) =>
	withCode(
		'EPROTO',
		`write EPROTO 80FC:error:0A000410:SSL routines:ssl3_read_bytes:${text}:../rec_layer_s3.c:1601:SSL alert number ${String(number)}:\n`,
		{ syscall: 'write' },
	);

/**
 * Returns the error in the format of n8n 1.123 and 2.8: only its code and message, or the messages
 * of the errors in an `AggregateError`.
 */
const asText = (error: Error): Error =>
	Object.assign(new Error('n8n'), {
		...('code' in error ? { httpCode: error.code } : {}),
		...(error instanceof AggregateError
			? {
					messages: ['Error'],
					description: error.errors.map((inner: unknown) => (inner as Error).message).join(' | '),
				}
			: { messages: [error.message] }),
	});

const aggregate = (...errors: Error[]) =>
	Object.assign(new AggregateError(errors, ''), { code: 'ECONNREFUSED' });

const closedByProxy = new Error('Proxy connection ended before receiving CONNECT response');

const notConnected = { reason: 'notConnected', outcome: 'notDone' };
const untrusted = { reason: 'untrustedConnection', outcome: 'notDone' };
const timedOut = { reason: 'timedOut', outcome: 'unknown', timeoutMs };
const lost = { reason: 'connectionLost', outcome: 'unknown' };

const refused = systemError('connect', 'ECONNREFUSED', ' 127.0.0.1:443');

describe('connectionError', () => {
	it.each([
		['a refused connection', refused, { ...notConnected, code: 'ECONNREFUSED' }],
		['an unknown host', systemError('getaddrinfo', 'ENOTFOUND', ' a.example'), notConnected],
		['a missing route', systemError('connect', 'EHOSTUNREACH', ' ::1:443'), notConnected],
		[
			'several failed connection attempts',
			aggregate(refused, systemError('connect', 'ENETUNREACH', ' ::1:443')),
			notConnected,
		],
		[
			'a connection that was closed during the TLS handshake',
			withCode(
				'ECONNRESET',
				'Client network socket disconnected before secure TLS connection was established',
			),
			notConnected,
		],
		['a connection that a proxy closed', closedByProxy, notConnected],
		[
			'an alert that rejects the TLS handshake',
			alert(40, 'sslv3 alert handshake failure'),
			notConnected,
		],
		['an alert for the TLS version', alert(70, 'tlsv1 alert protocol version'), notConnected],
		['an alert that can follow the request', alert(80, 'tlsv1 alert internal error'), lost],
		['a missing route while reading', systemError('read', 'EHOSTUNREACH'), lost],
		[
			'a failed connection attempt and a failed read',
			aggregate(refused, systemError('read', 'ENETDOWN')),
			lost,
		],
		['an empty AggregateError', aggregate(), lost],
		['ECONNREFUSED without a system call', withCode('ECONNREFUSED'), lost],
		['an invalid TLS record', withCode('ERR_SSL_BAD_RECORD_TYPE'), lost],
		['a self-signed certificate', withCode('DEPTH_ZERO_SELF_SIGNED_CERT'), untrusted],
		['a certificate for another host', withCode('ERR_TLS_CERT_ALTNAME_INVALID'), untrusted],
		['an unknown certificate issuer', withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), untrusted],
		['a late response', withCode('ECONNABORTED', 'timeout of 30000ms exceeded'), timedOut],
		['a read that timed out', systemError('read', 'ETIMEDOUT'), timedOut],
		['a socket timeout', withCode('ESOCKETTIMEDOUT'), timedOut],
		['an aborted request', withCode('ERR_CANCELED'), { reason: 'cancelled', outcome: 'unknown' }],
		['a reset connection', systemError('read', 'ECONNRESET'), { ...lost, code: 'ECONNRESET' }],
		['a socket hang-up', new Error('socket hang up'), lost],
		['a string', 'nonsense', lost],
	])('classifies %s in the error formats of all releases of n8n', (_, error, expected) => {
		const formats = error instanceof Error ? [error, asCause(error), asText(error)] : [error];
		for (const thrown of formats) {
			expect(connectionError(thrown, timeoutMs).details).toMatchObject(expected);
		}
	});

	it('copies no text from the error, which may contain the token', () => {
		const error = withCode('ECONNRESET', 'Bearer secret', { config: 'Bearer secret' });
		for (const thrown of [error, asCause(error), asText(error)]) {
			const failure = connectionError(thrown, timeoutMs);
			const { title, advice } = apiErrorText(failure);
			const texts = [JSON.stringify(failure), failure.message, title, advice].join(' ');
			expect(texts).not.toContain('secret');
			expect(failure.cause).toBeUndefined();
		}
	});

	it('accepts circular causes', () => {
		const first = new Error('first');
		const second = new Error('second', { cause: first });
		first.cause = second;
		expect(connectionError(first, timeoutMs).details).toMatchObject(lost);
	});
});

describe('isWithoutCode', () => {
	const noCode = new Error('Domain not allowed: This credential is restricted');

	it.each([
		["an error of n8n's own checks", noCode, true],
		['a text', 'nonsense', true],
		['a refused connection', refused, false],
		['a reset connection', systemError('read', 'ECONNRESET'), false],
		['a connection that a proxy closed', closedByProxy, false],
		['a late response', new Error('timeout of 30000ms exceeded'), false],
	])('recognizes %s in the error formats of all releases of n8n', (_, error, expected) => {
		expect(isWithoutCode(error)).toBe(expected);
		if (!(error instanceof Error)) return;
		expect(isWithoutCode(asCause(error))).toBe(expected);
		expect(isWithoutCode(asText(error))).toBe(expected);
	});

	it('leads to an error with the text of the innermost cause', () => {
		expect(requestNotMade(asCause(noCode)).details).toEqual({
			reason: 'requestNotMade',
			outcome: 'notDone',
			cause: noCode.message,
		});
	});
});
