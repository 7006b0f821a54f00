import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import tls, { createServer, type Server } from 'node:tls';
import { gzipSync } from 'node:zlib';

import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { waitFor } from '../support/n8n';
import { unlimitedCredential } from './engine/credentials';
import { contactOperation, sendText } from '../support/fixtures/parameters';
import { drip, useRawServer } from './engine/rawServer';
import { runNode } from './engine/runNode';

const token = 'a-token-that-goes-nowhere-else';
const server = useRawServer();

const send = sendText({ contactId: '1', text: 'Hi' });
const get = contactOperation('get', { contactId: '1' });
const update = contactOperation('update', {
	contactId: '1',
	customFields: { field: [{ name: 'city', value: 'Vigo' }] },
});

/** @param timeoutSeconds the value of 'Timeout' */
async function run(
	parameters: INodeParameters,
	changes: ICredentialDataDecryptedObject = {},
	timeoutSeconds = 0.5,
) {
	const result = await runNode({
		credential: { ...unlimitedCredential({ url: server.url, token }), ...changes },
		parameters: { ...parameters, options: { timeout: timeoutSeconds } },
	});
	expect(result.storedData).not.toContain(token);
	return result;
}

/** Returns the status line and headers of a response. */
const head = (status: string, ...headers: string[]) =>
	[`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n');

const response = (status: string, body: string, ...headers: string[]) =>
	head(status, `Content-Length: ${String(Buffer.byteLength(body))}`, ...headers) + body;

type Handler = (socket: Socket) => void;

/** Sends a text and closes the connection. */
const sending =
	(text: string): Handler =>
	(socket) => {
		socket.end(text);
	};

/** Sends a text, and then another one repeatedly. */
const repeating =
	(start: string, chunk: string): Handler =>
	(socket) => {
		socket.write(start);
		drip(socket, chunk, 20);
	};

/** Waits until the node has closed all connections. */
async function expectClosedConnections(): Promise<void> {
	await waitFor('closed connections', () => server.openConnections === 0);
}

const lost = 'The connection to the service was lost';
const timedOut = 'No response from the service within 0.5 s';

describe('a response with status 2xx', () => {
	it.each<[string, Handler, string, string]>([
		[
			'a web page',
			sending(response('200 OK', '<h1>Sign in</h1>')),
			'not a JSON',
			'unexpected response',
		],
		['an empty body', sending(head('204 No Content')), 'it is empty', 'unexpected response'],
		[
			'a truncated response',
			sending(`${head('200 OK', 'Content-Length: 1000')}{"status"`),
			`it is incomplete (${lost})`,
			lost,
		],
		[
			'an invalid gzip encoding',
			sending(response('200 OK', 'not gzip', 'Content-Encoding: gzip')),
			`it is incomplete (${lost})`,
			lost,
		],
		[
			'an endless slow body',
			repeating(head('200 OK', 'Content-Length: 100000'), ' '),
			`it is incomplete (${timedOut})`,
			timedOut,
		],
	])(
		'a 2xx response with %s is a warning for a sent message and an error for Get',
		async (_, handler, warning, title) => {
			server.respond(handler);

			const { items } = await run(send);
			expect(server.received).toHaveLength(1);
			const { error } = await run(get);

			expect(items[0]?.json.warning).toMatch(/^The message was sent\./);
			expect(items[0]?.json.warning).toContain(warning);
			expect(error?.message).toContain(title);
			await expectClosedConnections();
		},
	);

	const zeros = Buffer.alloc(100 * 2 ** 20);

	it.each([
		['100 MB', `Content-Length: ${String(zeros.length)}`, zeros],
		['100 MB compressed to 100 KB', 'Content-Encoding: gzip', gzipSync(zeros)],
	])('a 2xx response with %s is read in bounded memory', async (_, header, body) => {
		server.respond((socket) => {
			socket.write(head('200 OK', header));
			socket.end(body);
		});
		const before = process.memoryUsage().rss;

		const { error } = await run(get, {}, 30);

		expect(error?.message).toBe("The service's response is larger than 4 MB [item 0]");
		expect(process.memoryUsage().rss - before).toBeLessThan(80 * 2 ** 20);
		await expectClosedConnections();
	});

	it('a truncated response text exposes no part of the token', async () => {
		server.respond(sending(response('200 OK', `<p>${'x'.repeat(180)}${token}</p>`)));

		const { items } = await run(send);

		expect(JSON.stringify(items)).toContain('(token)');
		expect(JSON.stringify(items)).not.toContain(token.slice(0, 12));
	});
});

it.each<[string, Handler, string]>([
	['status 304', sending(head('304 Not Modified')), 'redirects to another address (304)'],
	[
		'status 503 with an endless body',
		repeating(head('503 Service Unavailable'), 'x'),
		'The service failed (503)',
	],
	['a protocol other than HTTP', sending('220 mail.example.com ESMTP\r\n'), lost],
	['headers of 1 MB', sending(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(2 ** 20)}`), lost],
	['endless headers', repeating('HTTP/1.1 200 OK\r\n', 'X: y\r\n'), timedOut],
	['endless interim responses', repeating('', head('102 Processing')), timedOut],
	[
		'a protocol switch',
		(socket) => socket.write(head('101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: x')),
		timedOut,
	],
	['no response', () => undefined, timedOut],
])('%s is reported within the timeout', async (_, handler, title) => {
	server.respond(handler);

	const { error } = await run(send);

	expect(error?.message).toContain(title);
	expect(server.received).toHaveLength(1);
	await expectClosedConnections();
});

describe('the token', () => {
	const requestedPaths = (): string[] =>
		server.received.map((request) => /^\w+ (\S+) /.exec(request)?.[1] ?? '');

	it.each([301, 302, 303, 307, 308])(
		'the token is not sent to the target of a %i redirect',
		async (code) => {
			server.respond((socket) => {
				socket.end(response(`${String(code)} Elsewhere`, '', `Location: ${server.url}/elsewhere`));
			});

			for (const parameters of [send, get, update]) {
				const { error } = await run(parameters);
				expect(error?.message).toContain('redirects to another address');
			}

			expect(requestedPaths()).toHaveLength(3);
			expect(requestedPaths()).not.toContain('/elsewhere');
		},
	);

	it('the token is not sent to the links of a page of contacts', async () => {
		let page = 0;
		server.respond((socket) => {
			page += 1;
			const next = page < 3 ? `${server.url}/elsewhere?page=9` : null;
			const body = { data: [{ id: String(page) }], links: { next, first: next, last: next } };
			socket.end(response('200 OK', JSON.stringify(body), 'Connection: close'));
		});
		const search = { fieldName: 'city', fieldValue: 'Vigo', returnAll: true };

		const { items } = await run(contactOperation('getAll', search));

		expect(items).toHaveLength(3);
		const path = '/v1/contact/by_custom_field?name=city&value=Vigo';
		expect(requestedPaths()).toEqual([path, `${path}&page=2`, `${path}&page=3`]);
	});

	it.each(['https://evil.example/x', '\\\\evil.example\\x', '1\r\nHost: evil.example\r\n'])(
		'the contact ID %j does not change the host of a request',
		async (contactId) => {
			server.respond(sending(response('200 OK', '{"status":"Success"}')));

			await run({ ...send, contactId });

			expect(requestedPaths()).toEqual([
				`/v1/message/sendContent/${encodeURIComponent(contactId)}`,
			]);
			expect(server.received.join().match(/^Host: .*$/gim)).toEqual([
				`Host: ${server.url.slice('http://'.length)}`,
			]);
		},
	);

	it.each<[string, ICredentialDataDecryptedObject, string]>([
		['an HTTP base URL', { baseUrl: 'http://a.example' }, 'could read the token'],
		['a line break in the token', { token: `${token}\r\nX: y` }, "'Token'"],
		['an empty token', { token: '' }, "'Token'"],
		['a rate of 0', { messagesPerSecond: 0 }, "'Messages per Second'"],
		['a fractional rate', { contactCallsPerMinute: 1.5 }, "'Contact Requests per Minute'"],
	])('the token is not sent with %s', async (_, changes, message) => {
		const { error } = await run(send, changes);

		expect(error?.message).toContain(message);
		expect(server.received).toEqual([]);
	});
});

describe('with TLS', () => {
	const secureServers: Server[] = [];

	afterEach(async () => {
		jest.restoreAllMocks();
		for (const secure of secureServers.splice(0)) {
			await new Promise((resolve) => secure.close(resolve));
		}
	});

	/** A key and its self-signed certificate for localhost. */
	const selfSigned = readFileSync(join(__dirname, 'engine', 'localhost.pem'), 'utf8');

	/** Starts a server that calls back for each request with the connection's raw socket. */
	async function startSecure(pem: string, onRequest: (raw: Socket) => void): Promise<string> {
		const rawSockets = new Map<number | undefined, Socket>();
		const secure = createServer({ key: pem, cert: pem }, (socket) => {
			socket.on('error', () => undefined);
			socket.once('data', () => {
				const raw = rawSockets.get(socket.remotePort);
				if (raw !== undefined) onRequest(raw);
			});
		});
		secure.prependListener('connection', (raw: Socket) => rawSockets.set(raw.remotePort, raw));
		await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
		secureServers.push(secure);
		const { port } = secure.address() as AddressInfo;
		return `https://localhost:${String(port)}`;
	}

	it('sends no request to a service with an untrusted certificate', async () => {
		const onRequest = jest.fn();
		const baseUrl = await startSecure(selfSigned, onRequest);

		const { error } = await run(send, { baseUrl });

		expect(error?.message).toContain("The service's certificate is not trusted");
		expect(error?.description).toContain('Nothing was sent.');
		expect(onRequest).not.toHaveBeenCalled();
	});

	it('reports the outcome as unknown if an invalid TLS record arrives after the request', async () => {
		const createSecureContext = tls.createSecureContext.bind(tls);
		jest
			.spyOn(tls, 'createSecureContext')
			.mockImplementation((options) => createSecureContext({ ...options, ca: selfSigned }));
		const onRequest = jest.fn((raw: Socket) => raw.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
		const baseUrl = await startSecure(selfSigned, onRequest);

		const { error } = await run(send, { baseUrl }, 5);

		expect(error?.message).toContain(lost);
		expect(error?.description).toContain('may or may not have been processed');
		expect(error?.description).toContain('ERR_SSL_');
		expect(onRequest).toHaveBeenCalledTimes(1);
	});

	it.each([
		['does not support TLS', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'EPROTO'],
		['closes the connection during the handshake', '', 'ECONNRESET'],
	])('sends no token to a service that %s', async (_, text, code) => {
		server.respond(sending(text));

		const { error } = await run(send, { baseUrl: server.url.replace('http:', 'https:') });

		expect(error?.message).toContain(lost);
		expect(error?.description).toContain(code);
		expect(server.received.join()).not.toContain(token);
	});
});
