import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';
import type { NodeContext } from '../../../nodes/ChannelMessaging/client/credential';
import { createHttpRequest } from '../../../nodes/ChannelMessaging/client/httpRequest';
import type { ChannelRequest } from '../../../nodes/ChannelMessaging/client/types';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { testCredential } from '../execution/testNode';

describe('createHttpRequest', () => {
	const message: ChannelRequest = {
		bucket: 'message',
		method: 'POST',
		path: '/v1/message/sendContent/1',
		body: { body: [{ type: 'text', text: 'Hi' }] },
		idempotent: false,
	};
	const search: ChannelRequest = {
		bucket: 'contact',
		method: 'GET',
		path: '/v1/contact/by_custom_field',
		query: { name: 'city', value: 'A b+c' },
		idempotent: true,
	};

	/** Sends a request with n8n's helper replaced. Returns the result, and the helper's options. */
	async function sendWith(
		helper: (options: IHttpRequestOptions) => unknown,
		request = message,
		cancellation = new CancellationToken(),
	) {
		const sent: unknown[] = [];
		const onWritten = jest.fn();
		const context = {
			helpers: {
				httpRequestWithAuthentication: async (...args: [string, IHttpRequestOptions, object]) => {
					sent.push(...args);
					return await Promise.resolve(helper(args[1]));
				},
			},
		} as unknown as NodeContext;
		const http = createHttpRequest(context, testCredential, cancellation);
		return { result: await http(request, 30_000, onWritten), sent, onWritten };
	}

	const responseOf = (text: string, statusCode = 200) => ({
		statusCode,
		headers: { 'retry-after': '3' },
		body: Readable.from([text]),
	});
	/** Reads the request body, as HTTP clients do when they write it. */
	const write = ({ body }: IHttpRequestOptions) => JSON.stringify(body);
	const fail = (error: Error) => (options: IHttpRequestOptions) => {
		write(options);
		throw error;
	};
	const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });

	it("sends a JSON body with n8n's authentication, and without redirects or retries", async () => {
		const { result, sent, onWritten } = await sendWith((options) => {
			write(options);
			return responseOf('{"status":"Success"}');
		});

		expect(sent).toMatchObject([
			'channelMessagingApi',
			{
				method: 'POST',
				url: 'https://channel.example.com/v1/message/sendContent/1',
				headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
				body: message.body,
				encoding: 'stream',
				timeout: 30_000,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
			},
			{ credentialsDecrypted: testCredential.decrypted },
		]);
		expect(result).toMatchObject({ status: 200, json: { status: 'Success' } });
		expect(onWritten).toHaveBeenCalled();
	});

	it('encodes spaces in queries as %20, and sends no body with a GET request', async () => {
		const { sent } = await sendWith(() => responseOf('{}'), search);

		expect(sent[1]).toMatchObject({
			url: 'https://channel.example.com/v1/contact/by_custom_field?name=city&value=A%20b%2Bc',
			headers: { Accept: 'application/json' },
		});
		expect(sent[1]).not.toHaveProperty('body');
		expect(sent[1]).not.toHaveProperty(['headers', 'Content-Type']);
	});

	it.each([
		['JSON', '{"message":"token-of-channel"}', { json: { message: '(token)' } }],
		['JSON with escapes', '{"message":"token\\u002Dof-channel"}', { json: { message: '(token)' } }],
		['text', '<p>token-of-channel</p>', { details: { excerpt: '<p>(token)</p>' } }],
	])('redacts the token in %s', async (_, text, expected) => {
		expect((await sendWith(() => responseOf(text))).result).toMatchObject(expected);
	});

	it('returns the error of a 429 with the delay in Retry-After', async () => {
		const { result } = await sendWith(() => responseOf('{}', 429));
		expect(result).toMatchObject({ details: { reason: 'rateLimited', retryAfterMs: 3_000 } });
	});

	it.each([
		{
			title: 'reports that a request was not sent if n8n rejects it before writing',
			request: message,
			helper: () => {
				throw new Error('Domain not allowed');
			},
			details: { reason: 'requestNotMade', outcome: 'notDone', cause: 'Domain not allowed' },
		},
		{
			title: 'reports that a read was not sent if n8n rejects it',
			request: search,
			helper: () => {
				throw new Error('Domain not allowed');
			},
			details: { reason: 'requestNotMade', outcome: 'notDone', cause: 'Domain not allowed' },
		},
		{
			title: 'reports a lost connection of a read, which has no body',
			request: search,
			helper: fail(reset),
			details: { reason: 'connectionLost', outcome: 'unknown' },
		},
		{
			title: 'reports an unknown outcome if the connection is lost after writing',
			request: message,
			helper: fail(reset),
			details: { reason: 'connectionLost', outcome: 'unknown' },
		},
	])('$title', async ({ request, helper, details }) => {
		expect((await sendWith(helper, request)).result).toMatchObject({ details });
	});

	it('reports a cancelled request that was not written as not started', async () => {
		const cancellation = new CancellationToken();
		cancellation.abort();
		const helper = () => {
			throw reset;
		};

		const { result } = await sendWith(helper, message, cancellation);
		expect(result).toMatchObject({ reason: 'cancelled', outcome: 'notDone' });
	});

	it.each([
		{ title: 'accepts a truncated response to a POST request', request: message, status: 200 },
		{ title: 'rejects a truncated response to a GET request', request: search, status: undefined },
	])('$title', async ({ request, status }) => {
		const body = (function* () {
			yield '{"status"';
			throw reset;
		})();
		const truncated = { statusCode: 200, headers: {}, body: Readable.from(body) };
		const { result } = await sendWith((options) => {
			write(options);
			return truncated;
		}, request);

		expect(result.status).toBe(status);
		expect(result instanceof ApiError).toBe(status === undefined);
	});
});
