import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import tls, { createServer, type Server } from 'node:tls';
import { gzipSync } from 'node:zlib';

import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { waitFor } from '../support/n8n';
import { unlimitedCredential } from './engine/credentials';
import { contactOperation, sendText } from '../support/fixtures/parameters';
import { useRawServer } from './engine/rawServer';
import { runNode } from './engine/runNode';

const token = 'a-token-that-goes-nowhere-else';
const server = useRawServer();

const send = sendText({ contactId: '1', text: 'Hi' });
const get = contactOperation('get', { contactId: '1' });
const update = contactOperation('update', {
	contactId: '1',
	customFields: { field: [{ name: 'city', value: 'Vigo' }] },
});
const addTags = contactOperation('addTags', { contactId: '1', tags: { tag: [{ name: 'vip' }] } });

/**
 * @param timeoutSeconds the value of 'Timeout'. The default exceeds the pauses of a busy machine.
 */
async function run(
	parameters: INodeParameters,
	changes: ICredentialDataDecryptedObject = {},
	timeoutSeconds = 30,
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

type Handler = (socket: Socket) => void;

/** Sends a text and closes the connection. */
const sending =
	(text: string): Handler =>
	(socket) => {
		socket.end(text);
	};

/** Sends a text, and then another one repeatedly until the client closes the connection. */
const repeating =
	(start: string, chunk: string): Handler =>
	(socket) => {
		socket.write(start);
		const timer = setInterval(() => socket.write(chunk), 20);
		socket.on('close', () => {
			clearInterval(timer);
		});
	};

/** Waits until the node has closed all connections. */
async function expectClosedConnections(): Promise<void> {
	await waitFor('closed connections', () => server.openConnections === 0);
}

const lost = 'The connection to the service was lost';
/** Long enough for the beginning of a response, which arrives immediately. */
const timeoutSeconds = 2;
const timedOut = `No response from the service within ${String(timeoutSeconds)} s`;
/** A lost connection ends the request without a timeout. */
const timeoutOf = (title: string) => (title === lost ? undefined : timeoutSeconds);

it.each<[string, Handler, string]>([
	['a truncated body', sending(`${head('200 OK', 'Content-Length: 1000')}{"status"`), lost],
	[
		'an invalid gzip encoding',
		sending(`${head('200 OK', 'Content-Length: 8', 'Content-Encoding: gzip')}not gzip`),
		lost,
	],
	['an endless slow body', repeating(head('200 OK', 'Content-Length: 100000'), ' '), timedOut],
])(
	'a 2xx response with %s is a warning for a sent message and an error for Get',
	async (_, handler, title) => {
		server.respond(handler);

		const { items } = await run(send, {}, timeoutOf(title));
		expect(server.received).toHaveLength(1);
		const { error } = await run(get, {}, timeoutOf(title));

		expect(items[0]?.json.warning).toMatch(/^The message was sent\./);
		expect(items[0]?.json.warning).toContain(`it is incomplete (${title})`);
		expect(error?.message).toContain(title);
		await expectClosedConnections();
	},
);

it.each([
	['a web page', '<html><title>Sign in'],
	['an error', '{"status":"error","message":"Too many re'],
])('a message whose 2xx response is the start of %s has an unknown outcome', async (_, start) => {
	server.respond(sending(`${head('200 OK', 'Content-Length: 1000')}${start}`));

	const { error } = await run(send);

	expect(error?.message).toContain('The message may have been sent [item 0]');
	expect(server.received).toHaveLength(1);
});

it('tags are added again if the connection is lost during the response', async () => {
	const done = '{"status":"success"}';
	server.respond((socket) => {
		const isFirst = server.received.length === 1;
		sending(`${head('200 OK', 'Content-Length: 20')}${isFirst ? '{"status"' : done}`)(socket);
	});

	const { items } = await run(addTags);

	expect(items[0]?.json).toMatchObject({ status: 'success' });
	expect(server.received).toHaveLength(2);
});

it('a compressed response of 100 MB is rejected as larger than 1 MB, and a message that received it has an unknown outcome', async () => {
	server.respond((socket) => {
		socket.write(head('200 OK', 'Content-Encoding: gzip'));
		socket.end(gzipSync(Buffer.alloc(100 * 2 ** 20)));
	});

	const { error } = await run(get);
	const { error: sendError } = await run(send);

	expect(error?.message).toBe("The service's response is larger than 1 MB [item 0]");
	expect(sendError?.message).toBe(
		"The service's response is larger than 64 kB. The message may have been sent [item 0]",
	);
	expect(sendError?.description).toContain('may or may not have been processed');
	expect(server.received).toHaveLength(2);
	await expectClosedConnections();
});

it.each<[string, Handler, string]>([
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
])('the node reports %s within the timeout', async (_, handler, title) => {
	server.respond(handler);

	const { error } = await run(send, {}, timeoutOf(title));

	expect(error?.message).toContain(title);
	expect(server.received).toHaveLength(1);
	await expectClosedConnections();
});

it('a message is resent before the timeout if the body of a 429 response never ends', async () => {
	server.respond((socket) => {
		if (server.received.length === 1) {
			repeating(head('429 Too Many Requests', 'Content-Length: 100000'), ' ')(socket);
		} else {
			sending(`${head('200 OK')}{"status":"Success"}`)(socket);
		}
	});

	// Longer than the test may take.
	const { items } = await run(send, {}, 3_600);

	expect(items[0]?.json).toMatchObject({ status: 'Success' });
	expect(server.received).toHaveLength(2);
	await expectClosedConnections();
});

it('the target of a redirect receives no request', async () => {
	server.respond(sending(head('307 Elsewhere', `Location: ${server.url}/elsewhere`)));

	for (const parameters of [send, get, update]) {
		const { error } = await run(parameters);
		expect(error?.message).toContain('redirects to another address');
	}

	expect(server.received).toHaveLength(3);
	expect(server.received.join()).not.toContain('/elsewhere');
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

	/**
	 * Starts a server that calls back for each request with the connection's raw socket.
	 *
	 * @param pem a key and its certificate, without which the server rejects all handshakes
	 */
	async function startSecure(
		pem: string | undefined,
		onRequest: (raw: Socket) => void,
	): Promise<string> {
		const rawSockets = new Map<number | undefined, Socket>();
		const secure = createServer(pem === undefined ? {} : { key: pem, cert: pem }, (socket) => {
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

	it('retries a message if the service closes the connection during the handshake', async () => {
		server.respond((socket) => socket.end());

		const { error } = await run(send, { baseUrl: server.url.replace('http:', 'https:') });

		expect(error?.message).toContain('No connection to the service');
		expect(error?.description).toContain('Nothing was sent.');
		expect(server.received.length).toBeGreaterThan(1);
	});

	it('retries a message if the service rejects the handshake', async () => {
		const onRequest = jest.fn();
		const baseUrl = await startSecure(undefined, onRequest);

		const { error } = await run(send, { baseUrl });

		expect(error?.message).toContain('No connection to the service');
		expect(error?.description).toContain('Nothing was sent.');
		expect(error?.description).toContain('EPROTO');
		expect(onRequest).not.toHaveBeenCalled();
	});

	it.each([
		['message', send],
		['read', get],
	])('retries a %s if a proxy closes the connection before it connects', async (_, parameters) => {
		jest.replaceProperty(process, 'env', { ...process.env, HTTPS_PROXY: server.url });
		server.respond((socket) => socket.end());

		const { error } = await run(parameters, { baseUrl: 'https://channel.example.com' });

		expect(error?.message).toContain('No connection to the service');
		expect(server.received.length).toBeGreaterThan(1);
		for (const request of server.received) {
			expect(request).toMatch(/^CONNECT channel\.example\.com:443 /);
		}
	});

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

		const { error } = await run(send, { baseUrl });

		expect(error?.message).toContain(lost);
		expect(error?.description).toContain('may or may not have been processed');
		expect(error?.description).toContain('ERR_SSL_');
		expect(onRequest).toHaveBeenCalledTimes(1);
	});
});
