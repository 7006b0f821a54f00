import { connectionError } from '../../../nodes/ChannelMessaging/client/connectionError';
import { apiErrorText } from '../../../nodes/ChannelMessaging/client/errorMessages';

const timeout = 30_000;

/** An error as Node.js throws it. */
const withCode = (code: string, message = `It broke, ${code}`, more: object = {}): Error =>
	Object.assign(new Error(message), { code, ...more });

/** The error of a failed system call, whose message Node.js starts with the call. */
const systemError = (syscall: string, code: string, place = '') =>
	withCode(code, `${syscall} ${code}${place}`, { syscall });

/** An error as n8n 2.41 passes it to nodes: as the cause of its HTTP client's error. */
const asCause = (error: Error): Error =>
	new Error('n8n', { cause: new Error('client', { cause: error }) });

/**
 * An error as n8n 1.123 and 2.8 pass it to nodes: only its code and message, or the messages of the
 * errors in an `AggregateError`.
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

const allOf = (...errors: Error[]) =>
	Object.assign(new AggregateError(errors, ''), { code: 'ECONNREFUSED' });

const notConnected = { reason: 'notConnected', outcome: 'notDone' };
const untrusted = { reason: 'untrustedConnection', outcome: 'notDone' };
const timedOut = { reason: 'timedOut', outcome: 'unknown' };
const lost = { reason: 'connectionLost', outcome: 'unknown' };

const refused = systemError('connect', 'ECONNREFUSED', ' 127.0.0.1:443');

describe('connectionError', () => {
	it.each([
		['a refused connection as never connected', refused, notConnected],
		['an unknown host', systemError('getaddrinfo', 'ENOTFOUND', ' a.example'), notConnected],
		['a failed DNS query', systemError('getaddrinfo', 'EAI_AGAIN', ' a.example'), notConnected],
		['a connect without a route', systemError('connect', 'EHOSTUNREACH', ' ::1:443'), notConnected],
		['a connect without a network', systemError('connect', 'ENETUNREACH'), notConnected],
		['a connect that timed out', systemError('connect', 'ETIMEDOUT', ' ::1:443'), notConnected],
		[
			'connects that all failed',
			allOf(refused, systemError('connect', 'ENETUNREACH', ' ::1:443')),
			notConnected,
		],
		['a route lost while reading', systemError('read', 'EHOSTUNREACH'), lost],
		['a network lost while reading', systemError('read', 'ENETUNREACH'), lost],
		['a network that went down while writing', systemError('write', 'ENETDOWN'), lost],
		['errors of which one is no connect', allOf(refused, systemError('read', 'ENETDOWN')), lost],
		['no inner errors', allOf(), lost],
		['a refusal without its system call', withCode('ECONNREFUSED'), lost],
		['an invalid TLS record', withCode('ERR_SSL_BAD_RECORD_TYPE'), lost],
		['a TLS protocol error', systemError('write', 'EPROTO'), lost],
		['a self-signed certificate', withCode('DEPTH_ZERO_SELF_SIGNED_CERT'), untrusted],
		['a certificate that has expired', withCode('CERT_HAS_EXPIRED'), untrusted],
		['a certificate for another host', withCode('ERR_TLS_CERT_ALTNAME_INVALID'), untrusted],
		['an unknown issuer', withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), untrusted],
		['a response that is late', withCode('ECONNABORTED', 'timeout of 30000ms exceeded'), timedOut],
		['a read that timed out', systemError('read', 'ETIMEDOUT'), timedOut],
		['a socket that timed out', withCode('ESOCKETTIMEDOUT'), timedOut],
		['an aborted request', withCode('ERR_CANCELED'), { reason: 'cancelled', outcome: 'unknown' }],
		['a reset connection', systemError('read', 'ECONNRESET'), lost],
		['a broken pipe', systemError('write', 'EPIPE'), lost],
		['a socket that hung up', new Error('socket hang up'), lost],
		['a thrown string', 'nonsense', lost],
		['an unknown error', undefined, lost],
	])('classifies %s the same in all releases of n8n', (_, error, expected) => {
		expect(connectionError(error, timeout)).toMatchObject(expected);
		if (!(error instanceof Error)) return;
		expect(connectionError(asCause(error), timeout)).toMatchObject(expected);
		expect(connectionError(asText(error), timeout)).toMatchObject(expected);
	});

	it('returns the timeout or the code', () => {
		const details = (error: Error) => connectionError(error, timeout).details;
		expect(details(withCode('ESOCKETTIMEDOUT'))).toMatchObject({
			reason: 'timedOut',
			timeoutMs: timeout,
		});
		expect(details(refused)).toMatchObject({ code: 'ECONNREFUSED' });
		expect(details(withCode('ECONNRESET'))).toMatchObject({ code: 'ECONNRESET' });
	});

	it('copies no text from the error, where HTTP clients keep the token', () => {
		const error = withCode('ECONNRESET', 'Bearer secret', { config: 'Bearer secret' });
		for (const received of [error, asCause(error), asText(error)]) {
			const failure = connectionError(received, timeout);
			const { title, advice } = apiErrorText(failure);
			const texts = [JSON.stringify(failure), failure.message, title, advice].join(' ');
			expect(texts).not.toContain('secret');
			expect(failure.cause).toBeUndefined();
		}
	});

	it("accepts errors that are each other's cause", () => {
		const one = new Error('one');
		const other = new Error('other', { cause: one });
		one.cause = other;
		expect(connectionError(one, timeout)).toMatchObject(lost);
	});
});
