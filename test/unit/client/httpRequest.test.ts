import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IHttpRequestOptions } from 'n8n-workflow';

import type { NodeContext } from '../../../nodes/ChannelMessaging/client/credential';
import { createHttpRequest } from '../../../nodes/ChannelMessaging/client/httpRequest';
import { bodyLimits } from '../../../nodes/ChannelMessaging/client/responseLimits';
import type { ChannelRequest } from '../../../nodes/ChannelMessaging/client/channelRequest';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { testCredential } from '../execution/testNode';

describe('createHttpRequest', () => {
	const message: ChannelRequest = {
		bucket: 'message',
		method: 'POST',
		path: '/v1/message/sendContent/1',
		body: { body: [{ type: 'text', text: 'Hi' }] },
		response: 'envelope',
		idempotent: false,
	};
	const search: ChannelRequest = {
		bucket: 'contact',
		method: 'GET',
		path: '/v1/contact/by_custom_field',
		query: { name: 'city', value: 'A b+c' },
		response: 'page',
		idempotent: true,
	};

	/** Has a fraction, because timers need an integer. */
	const timeoutMs = 30_000.5;

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
		return { result: await http(request, timeoutMs, onWritten), sent, onWritten };
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
				timeout: timeoutMs,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
			},
			{ credentialsDecrypted: testCredential.decrypted },
		]);
		expect(result).toMatchObject({ status: 200, json: { status: 'Success' } });
		expect(onWritten).toHaveBeenCalled();
	});

	it('encodes spaces in queries as %20 and sends no body with a GET request', async () => {
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

	it('reads at most four bodies larger than an envelope concurrently', async () => {
		const large = Buffer.alloc(bodyLimits.envelope.maxBytes + 1, ' ');
		const ends: Array<() => void> = [];
		async function* bodyOf() {
			yield large;
			await new Promise<void>((resolve) => ends.push(resolve));
			yield Buffer.from('{"data":[]}');
		}
		const context = {
			helpers: {
				httpRequestWithAuthentication: async () =>
					await Promise.resolve({ statusCode: 200, headers: {}, body: bodyOf() }),
			},
		} as unknown as NodeContext;
		const http = createHttpRequest(context, testCredential, new CancellationToken());
		const count = 10;

		const results = Array.from(
			{ length: count },
			async () => await http(search, 30_000, jest.fn()),
		);
		for (let remaining = count; remaining > 0; remaining -= 1) {
			for (let turn = 0; turn < 20; turn += 1) await sleep(0);
			expect(ends).toHaveLength(Math.min(4, remaining));
			ends.shift()?.();
		}

		for (const result of await Promise.all(results)) expect(result).toHaveProperty('isJson', true);
	});

	it('returns the error of a 429 with the delay in Retry-After', async () => {
		const { result } = await sendWith(() => responseOf('{}', 429));
		expect(result).toMatchObject({ details: { reason: 'rateLimited', retryAfterMs: 3_000 } });
	});

	const refuse = () => {
		throw new Error('Domain not allowed');
	};
	const notMade = { reason: 'requestNotMade', outcome: 'notDone', cause: 'Domain not allowed' };
	const lost = { reason: 'connectionLost', outcome: 'unknown' };

	it.each([
		['a message that n8n rejects before writing', message, refuse, notMade],
		['a read that n8n rejects', search, refuse, notMade],
		['a read whose connection is lost, which has no body', search, fail(reset), lost],
		['a message whose connection is lost after writing', message, fail(reset), lost],
	])('returns the outcome of %s', async (_title, request, helper, details) => {
		expect((await sendWith(helper, request)).result).toMatchObject({ details });
	});

	describe('a request in flight', () => {
		let timer: AbortController;
		let createTimer: jest.SpyInstance;
		beforeEach(() => {
			timer = new AbortController();
			createTimer = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal);
		});
		afterEach(() => {
			jest.restoreAllMocks();
		});

		/** Sends a request that fails if `end` aborts it. */
		const sendUntil = async (end: () => void, cancellation = new CancellationToken()) =>
			await sendWith(
				async (options) => {
					write(options);
					end();
					await Promise.resolve();
					if (options.abortSignal?.aborted === true) throw new Error('aborted');
					return responseOf('{}');
				},
				message,
				cancellation,
			);

		it('is held back if the execution is stopped while n8n prepares it', async () => {
			const cancellation = new CancellationToken();
			const { result, onWritten } = await sendWith(
				(options) => {
					cancellation.stop();
					return write(options);
				},
				message,
				cancellation,
			);

			expect(result).toMatchObject({ reason: 'cancelled', outcome: 'notDone' });
			expect(onWritten).not.toHaveBeenCalled();
		});

		it('is aborted when the timeout for its total duration expires', async () => {
			const { result } = await sendUntil(() => {
				timer.abort();
			});
			expect(result).toMatchObject({ details: { reason: 'timedOut', timeoutMs } });
			expect(createTimer).toHaveBeenCalledWith(30_001);
		});

		it.each([
			[429, { reason: 'rateLimited', outcome: 'notDone', retryAfterMs: 3_000 }],
			[401, { reason: 'tokenInvalid', outcome: 'notDone' }],
			[503, { reason: 'serverFault', outcome: 'unknown' }],
		])('ends 5 s after the status %d arrives if the body never ends', async (status, details) => {
			const bodyTimer = new AbortController();
			createTimer.mockImplementation((milliseconds: number) =>
				milliseconds === 5_000 ? bodyTimer.signal : timer.signal,
			);
			const { result } = await sendWith(({ abortSignal }) => {
				const body = new Readable({ read: () => undefined });
				abortSignal?.addEventListener?.('abort', () => {
					body.destroy(new Error('aborted'));
				});
				setImmediate(() => {
					bodyTimer.abort();
				});
				return { ...responseOf('', status), body };
			});

			expect(result).toMatchObject({ details });
		});

		it('is aborted without a timeout when the execution is cancelled', async () => {
			const cancellation = new CancellationToken();
			const { result } = await sendUntil(() => {
				cancellation.abort();
			}, cancellation);
			expect(result).toMatchObject({ outcome: 'unknown' });
			expect(result).not.toMatchObject({ reason: 'timedOut' });
		});

		it('leaves no listeners when it ends', async () => {
			const cancellation = new CancellationToken();
			const signals: Array<{ aborted: boolean } | undefined> = [];
			await sendWith(
				(options) => {
					signals.push(options.abortSignal);
					return responseOf('{}');
				},
				message,
				cancellation,
			);
			timer.abort();
			cancellation.abort();
			expect(signals).toMatchObject([{ aborted: false }]);
		});
	});

	it('reports a host that n8n could not find before it wrote the request as not connected', async () => {
		const { result } = await sendWith(() => {
			const code = 'EAI_AGAIN';
			throw Object.assign(new Error(`getaddrinfo ${code} host`), { code, syscall: 'getaddrinfo' });
		});

		expect(result).toMatchObject({ details: { reason: 'notConnected', outcome: 'notDone' } });
	});

	it('reports a cancelled request that was not written as not started', async () => {
		const cancellation = new CancellationToken();
		cancellation.abort();

		const { result } = await sendWith(refuse, message, cancellation);
		expect(result).toMatchObject({ reason: 'cancelled', outcome: 'notDone' });
	});
});
