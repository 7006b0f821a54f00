import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { fetchApi } from './fetchApi';
import { type Service, startService } from './startService';

let service: Service;
let webhook: string;
const received: { headers: IncomingHttpHeaders; body: unknown }[] = [];

const server = createServer((request, response) => {
	void json(request).then((body) => {
		received.push({ headers: request.headers, body });
		response.writeHead(403).end();
	});
});

beforeAll(async () => {
	service = await startService();
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	webhook = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/replies`;
});
afterAll(async () => {
	server.close();
	await service.close();
});
beforeEach(() => {
	received.length = 0;
});

const message = { phone: '+15550100001', text: 'Yes' };
const post = async (body: unknown) =>
	await fetchApi(service, '/_service/replies', { method: 'POST', body });

it('A posted reply reaches the webhook, and the response contains the status', async () => {
	const reply = { ...message, id: 'reply-1' };

	const response = await post({ ...reply, webhook, headerValue: 'secret' });

	expect(response.status).toBe(200);
	expect(JSON.parse(response.text)).toMatchObject({ status: 403 });
	expect(received).toMatchObject([{ headers: { 'x-api-key': 'secret' }, body: reply }]);
});

it('The inbox form posts a reply with a new ID', async () => {
	const page = await (await fetch(service.url)).text();
	const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(page) ?? [];

	for (const text of ['Yes', 'No']) {
		const body = new URLSearchParams({ ...message, text, webhook, headerValue: '' });
		await fetch(new URL(action, service.url), { method: 'POST', body });
	}

	const bodies = received.map(({ body }) => body as { id: string; text: string });
	expect(bodies.map(({ text }) => text)).toEqual(['Yes', 'No']);
	expect(new Set(bodies.map(({ id }) => id)).size).toBe(2);
});

it.each([
	['on another host', 'http://192.0.2.1/replies'],
	['without a scheme', 'localhost/replies'],
])('A webhook %s is rejected', async (_description, url) => {
	expect(await post({ ...message, webhook: url })).toMatchObject({ status: 400 });
});

it('A webhook without a response returns status 502', async () => {
	expect(await post({ ...message, webhook: 'http://127.0.0.1:1/' })).toMatchObject({ status: 502 });
});
