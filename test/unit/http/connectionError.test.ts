import { connectionError } from '../../../nodes/ChannelMessaging/http/connectionError';
import { apiErrorText } from '../../../nodes/ChannelMessaging/texts/apiErrorText';

const timeout = 30_000;

/** An error as Node.js and HTTP clients give it. */
const withCode = (code: string, message = `It broke, ${code}`, more: object = {}): Error =>
	Object.assign(new Error(message), { code, ...more });

/** The same as n8n's releases give it on: with the error as a cause, or with its code and words. */
const wrapped = (error: Error): Error =>
	new Error('n8n', { cause: new Error('client', { cause: error }) });
const retold = (error: Error): Error =>
	Object.assign(new Error('n8n'), {
		messages: [error.message],
		...('code' in error ? { httpCode: error.code } : {}),
	});

const notConnected = { reason: 'notConnected', outcome: 'notDone' };
const untrusted = { reason: 'untrustedConnection', outcome: 'notDone' };
const timedOut = { reason: 'timedOut', outcome: 'unknown' };
const lost = { reason: 'connectionLost', outcome: 'unknown' };

describe('why no answer came', () => {
	it.each([
		['nobody listens', withCode('ECONNREFUSED'), notConnected],
		['there is no such name', withCode('ENOTFOUND'), notConnected],
		['names cannot be looked up', withCode('EAI_AGAIN'), notConnected],
		['there is no way to it', withCode('EHOSTUNREACH'), notConnected],
		[
			'connecting took too long',
			withCode('ETIMEDOUT', 'connect ETIMEDOUT 192.0.2.1:443'),
			notConnected,
		],
		['the certificate is its own', withCode('DEPTH_ZERO_SELF_SIGNED_CERT'), untrusted],
		['the certificate is too old', withCode('CERT_HAS_EXPIRED'), untrusted],
		['the name is another', withCode('ERR_TLS_CERT_ALTNAME_INVALID'), untrusted],
		['it speaks no TLS', withCode('EPROTO'), untrusted],
		['it said nothing in time', withCode('ECONNABORTED', 'timeout of 30000ms exceeded'), timedOut],
		['reading took too long', withCode('ETIMEDOUT', 'read ETIMEDOUT'), timedOut],
		['writing took too long', withCode('ESOCKETTIMEDOUT'), timedOut],
		[
			'the execution was cancelled',
			withCode('ERR_CANCELED'),
			{ reason: 'cancelled', outcome: 'unknown' },
		],
		['the connection broke', withCode('ECONNRESET'), lost],
		['the pipe broke', withCode('EPIPE'), lost],
		['the socket hung up', new Error('socket hang up'), lost],
		['something else was thrown', 'nonsense', lost],
		['nothing is known', undefined, lost],
	])('because %s', (_, error, expected) => {
		expect(connectionError(error, timeout)).toMatchObject(expected);
		if (!(error instanceof Error)) return;
		expect(connectionError(wrapped(error), timeout)).toMatchObject(expected);
		expect(connectionError(retold(error), timeout)).toMatchObject(expected);
	});

	it('is told with the time that was waited, or with the code', () => {
		const details = (code: string) => connectionError(withCode(code), timeout).details;
		expect(details('ESOCKETTIMEDOUT')).toMatchObject({ reason: 'timedOut', timeout });
		expect(details('ECONNREFUSED')).toMatchObject({ code: 'ECONNREFUSED' });
		expect(details('ECONNRESET')).toMatchObject({ code: 'ECONNRESET' });
	});

	it('tells nothing else of the error, in which HTTP clients keep the token', () => {
		const error = withCode('ECONNRESET', 'Bearer secret', { config: 'Bearer secret' });
		for (const given of [error, wrapped(error), retold(error)]) {
			const failure = connectionError(given, timeout);
			const { title, advice } = apiErrorText(failure);
			const told = [JSON.stringify(failure), failure.message, title, advice].join(' ');
			expect(told).not.toContain('secret');
			expect(failure.cause).toBeUndefined();
		}
	});

	it('is found out also where errors name each other as their cause', () => {
		const one = new Error('one');
		const other = new Error('other', { cause: one });
		one.cause = other;
		expect(connectionError(one, timeout)).toMatchObject(lost);
	});
});
