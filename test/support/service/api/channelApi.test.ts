import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchApi, sendText } from '../fetchApi';
import { type Service, startService } from '../startService';

let service: Service;
let contactId: string;

beforeEach(async () => {
	service = await startService();
	contactId = service.contacts.all()[0]?.id ?? '';
});
afterEach(async () => {
	await service.close();
});

it('A message with a long contact ID arrives', async () => {
	service.configure({ acceptUnknownContacts: true });
	const id = `a/b?c#d é ${'x'.repeat(3_000)}`;

	await sendText(service, id);

	expect(service.messages).toMatchObject([{ contactId: id, item: { text: 'Hello' } }]);
});

it('The type of an attachment on this machine is downloaded', async () => {
	const server = createServer((_request, response) => {
		response.setHeader('content-type', 'image/png').end('content');
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/signed?token=1`;

	for (const type of ['image', 'audio']) {
		const body = { body: [{ type, url }] };
		await fetchApi(service, `/v1/message/sendContent/${contactId}`, { method: 'POST', body });
	}

	expect(service.requests.map(({ status }) => status)).toEqual([200, 400]);
	server.close();
});

it('A fault closes the connection', async () => {
	service.faults.add({ fault: { kind: 'connectionLost', when: 'afterEffect' } });

	await expect(sendText(service, contactId)).rejects.toThrow('fetch failed');
	expect(service.requests).toMatchObject([{ status: null, accepted: true }]);
	expect((await sendText(service, contactId)).status).toBe(200);
});

it('A fault keeps the connection open without a response', async () => {
	service.faults.add({ fault: { kind: 'noResponse' } });

	const pending = expect(sendText(service, contactId)).rejects.toThrow('fetch failed');
	while (service.messages.length < 1) await fetchApi(service, '/_service/statistics');
	expect(service.requests).toMatchObject([{ status: null, accepted: true }]);
	await service.close();
	await pending;
});
