import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { Server, Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { contactOperation, sendText } from './engine/parameters';
import { drip, flood, useRawServer } from './engine/rawServer';
import { runNode } from './engine/runNode';

jest.setTimeout(60_000);

const token = 'a-token-that-goes-nowhere-else';
const server = useRawServer();

const credential = (
	changes: ICredentialDataDecryptedObject = {},
): ICredentialDataDecryptedObject => ({
	baseUrl: server.url,
	token,
	channelType: 'other',
	messagesPerSecond: 10_000,
	contactCallsPerMinute: 600_000,
	...changes,
});

const send = sendText({ contactId: '1', text: 'Hi' });
const get = contactOperation('get', { contactId: '1' });
const update = contactOperation('update', {
	contactId: '1',
	customFields: { field: [{ name: 'city', value: 'Vigo' }] },
});

/** In seconds. Calls that may be repeated are given up after three of them. */
const timeout = 0.5;
/** How long a run may take in which every call times out and is repeated, in milliseconds. */
const longestRun = 15_000;

async function run(
	parameters: INodeParameters,
	changes?: ICredentialDataDecryptedObject,
	seconds = timeout,
) {
	const start = performance.now();
	const result = await runNode({
		credential: credential(changes),
		parameters: { ...parameters, options: { timeout: seconds } },
	});
	expect(performance.now() - start).toBeLessThan(longestRun);
	expect(result.stored).not.toContain(token);
	return result;
}

/** The answer's head, with the headers that are given. */
const head = (status: string, ...headers: string[]) =>
	[`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n');

const whole = (status: string, body: string, ...headers: string[]) =>
	head(status, `Content-Length: ${String(Buffer.byteLength(body))}`, ...headers) + body;

const say = (text: Buffer | string) => {
	server.answer((socket) => {
		socket.end(text);
	});
};

/** Until the server has lost its last caller. */
async function allHungUp(): Promise<void> {
	while (server.open > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('a send that was answered with 2xx counts as sent, and says what is odd', () => {
	const envelope = '{"status":"Success","message":"Message Sent","data":[]}';

	it.each<[string, string | Buffer, string]>([
		['a web page', whole('200 OK', '<h1>Sign in</h1>', 'Content-Type: text/html'), 'not a JSON'],
		['nothing', head('204 No Content'), 'it is empty'],
		['half a JSON', whole('200 OK', '{"status":"Succ'), 'not a JSON object'],
		['a list', whole('200 OK', '[]'), 'not a JSON object'],
		['data of another shape', whole('201 Created', '{"data":{"id":7}}'), "its 'status' is not"],
		[
			'an answer that breaks off',
			`${head('200 OK', 'Content-Length: 1000')}{"status"`,
			'it broke off (The connection to the service was lost',
		],
		[
			'a chunk that is none',
			`${head('200 OK', 'Transfer-Encoding: chunked')}5\r\n{"sta\r\nnonsense\r\n`,
			'it broke off (The connection to the service was lost',
		],
		[
			'what claims to be packed',
			whole('200 OK', 'not packed', 'Content-Encoding: gzip'),
			'it broke off (The connection to the service was lost',
		],
	])('%s', async (_, answer, oddity) => {
		say(answer);

		const { items, status } = await run(send);

		expect(status).toBe('success');
		expect(items).toHaveLength(1);
		expect(items[0]?.json.warning).toContain('counts as sent');
		expect(items[0]?.json.warning).toContain(oddity);
		expect(server.received).toHaveLength(1);
	});

	it('a slow drip', async () => {
		server.answer((socket) => {
			socket.write(head('200 OK', 'Content-Length: 100000'));
			drip(socket, ' ', 20);
		});

		const { items } = await run(send);

		expect(items[0]?.json.warning).toContain(
			'it broke off (The service gave no answer within 0.5 s)',
		);
		await allHungUp();
	});

	it('a hundred megabytes', async () => {
		server.answer((socket) => {
			socket.write(head('200 OK', `Content-Length: ${String(100 * 2 ** 20)}`));
			flood(socket, ' '.repeat(2 ** 16), 100 * 2 ** 20);
		});

		const { items } = await run(send, {}, 30);

		expect(items[0]?.json.warning).toContain('larger than 4 MB');
		await allHungUp();
	});

	it('is told from an odd content type, which changes nothing', async () => {
		say(whole('200 OK', envelope, 'Content-Type: image/png'));

		const { items } = await run(send);

		expect(items[0]?.json).toEqual(JSON.parse(envelope));
	});

	it('holds no token that the service repeats', async () => {
		say(whole('200 OK', `<p>${'x'.repeat(180)}${token}</p>`));

		const { items } = await run(send);

		expect(JSON.stringify(items)).toContain('(token)');
		expect(JSON.stringify(items)).not.toContain(token.slice(0, 12));
	});
});

describe('another answer ends in a clear failure', () => {
	it.each<[string, string | Buffer, string]>([
		['a web page', whole('200 OK', '<h1>Hi</h1>'), "The service's answer is not JSON"],
		['nothing', head('204 No Content'), "The service's answer is not JSON"],
		['half a JSON', whole('200 OK', '{"data":{"id"'), "The service's answer is not JSON"],
		['a list for a contact', whole('200 OK', '{"data":[]}'), 'is not JSON with a contact'],
		['a text for a contact', whole('200 OK', '{"data":"7"}'), 'is not JSON with a contact'],
		[
			'a depth that n8n could not store',
			whole('200 OK', `{"data":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`),
			"The service's answer is not JSON",
		],
		['300', whole('300 Multiple Choices', ''), 'answered 300 and pointed to another address'],
		['304', head('304 Not Modified'), 'answered 304 and pointed to another address'],
		['no HTTP', '220 mail.example.com ESMTP\r\n', 'The connection to the service was lost'],
		['no status', 'HTTP/1.1\r\n\r\n', 'The connection to the service was lost'],
		['a status of four digits', head('2000 OK'), 'The connection to the service was lost'],
		['headers of a megabyte', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(2 ** 20)}`, 'was lost'],
		['a hang-up', '', 'The connection to the service was lost'],
	])('%s', async (_, answer, title) => {
		say(answer);

		const { error, status } = await run(get);

		expect(status).toBe('error');
		expect(error?.message).toContain(title);
	});

	it.each<[string, (socket: Socket) => void]>([
		[
			'headers without end',
			(socket) => {
				socket.write('HTTP/1.1 200 OK\r\n');
				drip(socket, 'X: y\r\n', 20);
			},
		],
		[
			'interim answers without end',
			(socket) => {
				drip(socket, head('102 Processing'), 20);
			},
		],
		[
			'a slow drip',
			(socket) => {
				socket.write(head('200 OK', 'Content-Length: 100000'));
				drip(socket, ' ', 20);
			},
		],
		[
			'chunks without end',
			(socket) => {
				socket.write(head('200 OK', 'Transfer-Encoding: chunked'));
				drip(socket, '1\r\n \r\n', 20);
			},
		],
		[
			'another protocol',
			(socket) => {
				socket.write(head('101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket'));
			},
		],
		['silence', () => undefined],
	])('%s, in bounded time', async (_, treat) => {
		server.answer(treat);

		const { error } = await run(get);

		expect(error?.message).toBe('The service gave no answer within 0.5 s [item 0]');
		await allHungUp();
	});

	it.each<[string, (socket: Socket) => void]>([
		[
			'a hundred megabytes',
			(socket) => {
				socket.write(head('200 OK', `Content-Length: ${String(100 * 2 ** 20)}`));
				flood(socket, ' '.repeat(2 ** 16), 100 * 2 ** 20);
			},
		],
		[
			'a hundred megabytes, packed into a hundred kilobytes',
			(socket) => {
				const packed = gzipSync(Buffer.alloc(100 * 2 ** 20));
				socket.write(head('200 OK', 'Content-Encoding: gzip'));
				socket.end(packed);
			},
		],
	])('%s, in bounded memory', async (_, treat) => {
		server.answer(treat);
		const before = process.memoryUsage().rss;

		const { error } = await run(get, {}, 30);

		expect(error?.message).toBe("The service's answer is larger than 4 MB [item 0]");
		expect(process.memoryUsage().rss - before).toBeLessThan(80 * 2 ** 20);
		await allHungUp();
	});

	it('503 whose words never end: the status says enough', async () => {
		server.answer((socket) => {
			socket.write(head('503 Service Unavailable'));
			drip(socket, 'x', 20);
		});

		const { error } = await run(send);

		expect(error?.message).toContain('The service answered 503');
		await allHungUp();
	});
});

describe('the token goes to one place', () => {
	const places = (): string[] =>
		server.received.map((request) => /^\w+ (\S+) /.exec(request)?.[1] ?? '');

	it.each([301, 302, 303, 307, 308])('%i leads nowhere', async (code) => {
		server.answer((socket) => {
			socket.end(whole(`${String(code)} Elsewhere`, '', `Location: ${server.url}/elsewhere`));
		});

		for (const parameters of [send, get, update]) {
			const { error } = await run(parameters);
			expect(error?.message).toContain('pointed to another address');
		}

		expect(places()).toHaveLength(3);
		expect(places()).not.toContain('/elsewhere');
	});

	it("a page's links are not followed", async () => {
		let page = 0;
		server.answer((socket) => {
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

	it.each([
		'//evil.example/x',
		'https://evil.example/x',
		'@evil.example',
		'\\\\evil.example\\x',
		'..//evil.example',
		'1\r\nHost: evil.example\r\n',
		'1\0',
		'\u202Eevil',
	])('the identifier %j is one segment of a path', async (contactId) => {
		say(whole('200 OK', '{"status":"Success","data":{}}'));

		for (const parameters of [send, get, update]) await run({ ...parameters, contactId });

		const segments = places().map(
			(path) => /^\/v1\/(?:contact|message\/sendContent)\/([^/?]+)$/.exec(path)?.[1] ?? '',
		);
		expect(segments.map(decodeURIComponent)).toEqual([contactId, contactId, contactId]);
		for (const request of server.received) {
			expect(request.match(/^Host: .*$/gim)).toEqual([
				`Host: ${server.url.slice('http://'.length)}`,
			]);
		}
	});

	it.each<[string, () => ICredentialDataDecryptedObject, string]>([
		[
			'a user name in the base URL',
			() => ({ baseUrl: server.url.replace('//', '//user:word@') }),
			'not the address of a service',
		],
		['a query', () => ({ baseUrl: `${server.url}?a=b` }), 'not the address of a service'],
		['a fragment', () => ({ baseUrl: `${server.url}#a` }), 'not the address of a service'],
		[
			'no encryption to another machine',
			() => ({ baseUrl: 'http://channel.example.com' }),
			'could be read on its way',
		],
		[
			"a host outside of n8n's allowed domains",
			() => ({ allowedHttpRequestDomains: 'domains', allowedDomains: '*.example.com' }),
			"'Allowed Domains' of the credential",
		],
		['a line break in the token', () => ({ token: `${token}\r\nX: y` }), "'Token'"],
		['no token', () => ({ token: '' }), "'Token'"],
	])('%s: nothing is sent', async (_, changes, message) => {
		const { error } = await run(send, changes());

		expect(error?.message).toContain(message);
		expect(server.received).toEqual([]);
	});

	it('a host among the allowed domains gets its calls', async () => {
		say(whole('200 OK', '{"status":"Success"}'));

		const { status } = await run(send, {
			allowedHttpRequestDomains: 'domains',
			allowedDomains: '127.0.0.1',
		});

		expect(status).toBe('success');
		expect(server.received).toHaveLength(1);
	});
});

describe('encryption', () => {
	let folder: string;
	let secure: Server;

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'own-certificate-'));
		const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
		const subject = ['-subj', '/CN=localhost', '-days', '2'];
		const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
		await promisify(execFile)('openssl', [
			...['req', '-x509', ...kind, ...subject],
			...['-keyout', key, '-out', cert],
		]);
		secure = createServer({ key: await readFile(key), cert: await readFile(cert) });
		await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
	});

	afterAll(async () => {
		await new Promise((resolve) => secure.close(resolve));
		await rm(folder, { recursive: true, force: true });
	});

	const notSent = async (baseUrl: string, title: string): Promise<void> => {
		const { items } = await runNode({
			credential: credential({ baseUrl }),
			parameters: send,
			settings: { onError: 'continueRegularOutput' },
		});
		const json: IDataObject = items[0]?.json ?? {};
		expect(json.error).toMatchObject({
			message: expect.stringContaining(title) as string,
			outcome: 'notDone',
		});
	};

	it('with a certificate that nobody vouches for: nothing is sent', async () => {
		const { port } = secure.address() as AddressInfo;
		const heard = jest.fn();
		secure.on('secureConnection', (socket: Socket) => {
			socket.on('data', heard);
		});

		await notSent(`https://127.0.0.1:${String(port)}`, 'certificate could not be trusted');

		expect(heard).not.toHaveBeenCalled();
	});

	it('that the service does not speak: nothing is sent', async () => {
		say('HTTP/1.1 400 Bad Request\r\n\r\n');

		await notSent(server.url.replace('http:', 'https:'), 'certificate could not be trusted');

		expect(server.received.join()).not.toContain(token);
	});

	it('that the service breaks off at its beginning: nothing is sent', async () => {
		say('');

		await notSent(server.url.replace('http:', 'https:'), 'No connection to the service');

		expect(server.received.join()).not.toContain(token);
	});
});
