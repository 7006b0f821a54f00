import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import tls, { createServer, type Server } from 'node:tls';
import { gzipSync } from 'node:zlib';

import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

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

/** How long a run may take in which every call times out and is repeated, in milliseconds. */
const longestRun = 15_000;

/** @param seconds after which a call is given up; those that may be repeated, after three */
async function run(
	parameters: INodeParameters,
	changes: ICredentialDataDecryptedObject = {},
	seconds = 0.5,
) {
	const start = performance.now();
	const result = await runNode({
		credential: { ...unlimitedCredential({ url: server.url, token }), ...changes },
		parameters: { ...parameters, options: { timeout: seconds } },
	});
	expect(performance.now() - start).toBeLessThan(longestRun);
	expect(result.storedData).not.toContain(token);
	return result;
}

/** The answer's head, with the headers that are given. */
const head = (status: string, ...headers: string[]) =>
	[`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n');

const whole = (status: string, body: string, ...headers: string[]) =>
	head(status, `Content-Length: ${String(Buffer.byteLength(body))}`, ...headers) + body;

type Treatment = (socket: Socket) => void;

const saying =
	(text: string): Treatment =>
	(socket) => {
		socket.end(text);
	};

/** Says something, and then the same again and again. */
const dripping =
	(beginning: string, drop: string): Treatment =>
	(socket) => {
		socket.write(beginning);
		drip(socket, drop, 20);
	};

/** Until the server has lost its last caller. */
async function allHungUp(): Promise<void> {
	while (server.openConnections > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

const lost = 'The connection to the service was lost';
const late = 'No response from the service within 0.5 s';

describe('what comes after 2xx', () => {
	it.each<[string, Treatment, string, string]>([
		[
			'a web page',
			saying(whole('200 OK', '<h1>Sign in</h1>')),
			'not a JSON',
			'unexpected response',
		],
		['nothing', saying(head('204 No Content')), 'it is empty', 'unexpected response'],
		[
			'an answer that breaks off',
			saying(`${head('200 OK', 'Content-Length: 1000')}{"status"`),
			`it is incomplete (${lost})`,
			lost,
		],
		[
			'what claims to be packed',
			saying(whole('200 OK', 'not packed', 'Content-Encoding: gzip')),
			`it is incomplete (${lost})`,
			lost,
		],
		[
			'a slow drip',
			dripping(head('200 OK', 'Content-Length: 100000'), ' '),
			`it is incomplete (${late})`,
			late,
		],
	])('%s: a send counts as sent, a get fails', async (_, treatment, oddity, title) => {
		server.respond(treatment);

		const { items } = await run(send);
		expect(server.received).toHaveLength(1);
		const { error } = await run(get);

		expect(items[0]?.json.warning).toMatch(/^The message was sent\./);
		expect(items[0]?.json.warning).toContain(oddity);
		expect(error?.message).toContain(title);
		await allHungUp();
	});

	const zeros = Buffer.alloc(100 * 2 ** 20);

	it.each([
		['a hundred megabytes', `Content-Length: ${String(zeros.length)}`, zeros],
		[
			'a hundred megabytes, packed into a hundred kilobytes',
			'Content-Encoding: gzip',
			gzipSync(zeros),
		],
	])('%s: in bounded memory', async (_, header, body) => {
		server.respond((socket) => {
			socket.write(head('200 OK', header));
			socket.end(body);
		});
		const before = process.memoryUsage().rss;

		const { error } = await run(get, {}, 30);

		expect(error?.message).toBe("The service's response is larger than 4 MB [item 0]");
		expect(process.memoryUsage().rss - before).toBeLessThan(80 * 2 ** 20);
		await allHungUp();
	});

	it('holds no token that the service repeats where its words are cut', async () => {
		server.respond(saying(whole('200 OK', `<p>${'x'.repeat(180)}${token}</p>`)));

		const { items } = await run(send);

		expect(JSON.stringify(items)).toContain('(token)');
		expect(JSON.stringify(items)).not.toContain(token.slice(0, 12));
	});
});

it.each<[string, Treatment, string]>([
	['304', saying(head('304 Not Modified')), 'redirects to another address (304)'],
	[
		'503 whose words never end',
		dripping(head('503 Service Unavailable'), 'x'),
		'The service failed (503)',
	],
	['no HTTP', saying('220 mail.example.com ESMTP\r\n'), lost],
	['headers of a megabyte', saying(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(2 ** 20)}`), lost],
	['headers without end', dripping('HTTP/1.1 200 OK\r\n', 'X: y\r\n'), late],
	['interim answers without end', dripping('', head('102 Processing')), late],
	[
		'another protocol',
		(socket) => socket.write(head('101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: x')),
		late,
	],
	['silence', () => undefined, late],
])('%s ends in a clear failure, in bounded time', async (_, treatment, title) => {
	server.respond(treatment);

	const { error } = await run(send);

	expect(error?.message).toContain(title);
	expect(server.received).toHaveLength(1);
	await allHungUp();
});

describe('the token goes to one place', () => {
	const places = (): string[] =>
		server.received.map((request) => /^\w+ (\S+) /.exec(request)?.[1] ?? '');

	it.each([301, 302, 303, 307, 308])('%i leads nowhere', async (code) => {
		server.respond((socket) => {
			socket.end(whole(`${String(code)} Elsewhere`, '', `Location: ${server.url}/elsewhere`));
		});

		for (const parameters of [send, get, update]) {
			const { error } = await run(parameters);
			expect(error?.message).toContain('redirects to another address');
		}

		expect(places()).toHaveLength(3);
		expect(places()).not.toContain('/elsewhere');
	});

	it("a page's links are not followed", async () => {
		let page = 0;
		server.respond((socket) => {
			page += 1;
			const next = page < 3 ? `${server.url}/elsewhere?page=9` : null;
			const answer = { data: [{ id: String(page) }], links: { next, first: next, last: next } };
			socket.end(whole('200 OK', JSON.stringify(answer), 'Connection: close'));
		});
		const search = { fieldName: 'city', fieldValue: 'Vigo', returnAll: true };

		const { items } = await run(contactOperation('getAll', search));

		expect(items).toHaveLength(3);
		const path = '/v1/contact/by_custom_field?name=city&value=Vigo';
		expect(places()).toEqual([path, `${path}&page=2`, `${path}&page=3`]);
	});

	it.each(['https://evil.example/x', '\\\\evil.example\\x', '1\r\nHost: evil.example\r\n'])(
		'the identifier %j is one segment of a path',
		async (contactId) => {
			server.respond(saying(whole('200 OK', '{"status":"Success"}')));

			await run({ ...send, contactId });

			expect(places()).toEqual([`/v1/message/sendContent/${encodeURIComponent(contactId)}`]);
			expect(server.received.join().match(/^Host: .*$/gim)).toEqual([
				`Host: ${server.url.slice('http://'.length)}`,
			]);
		},
	);

	it.each<[string, ICredentialDataDecryptedObject, string]>([
		['another machine without encryption', { baseUrl: 'http://a.example' }, 'could read the token'],
		['a line break in the token', { token: `${token}\r\nX: y` }, "'Token'"],
		['no token', { token: '' }, "'Token'"],
		['no rate', { messagesPerSecond: 0 }, "'Messages per Second'"],
		['a broken rate', { contactCallsPerMinute: 1.5 }, "'Contact Requests per Minute'"],
	])('%s: nothing is sent', async (_, changes, message) => {
		const { error } = await run(send, changes);

		expect(error?.message).toContain(message);
		expect(server.received).toEqual([]);
	});
});

describe('over TLS', () => {
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

	it('sends nothing to a service whose certificate is not trusted', async () => {
		const onRequest = jest.fn();
		const baseUrl = await startSecure(selfSigned, onRequest);

		const { error } = await run(send, { baseUrl });

		expect(error?.message).toContain("The service's certificate is not trusted");
		expect(error?.description).toContain('Nothing was sent.');
		expect(onRequest).not.toHaveBeenCalled();
	});

	it('reports the outcome as unknown if a TLS record is invalid after the request', async () => {
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
	])('sends no token to a service that %s', async (_, words, code) => {
		server.respond(saying(words));

		const { error } = await run(send, { baseUrl: server.url.replace('http:', 'https:') });

		expect(error?.message).toContain(lost);
		expect(error?.description).toContain(code);
		expect(server.received.join()).not.toContain(token);
	});
});
