import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { callService, sendText } from '../callService';
import { type Service, startService } from '../startService';

let service: Service;

beforeAll(async () => {
	service = await startService({ acceptUnknownContacts: true });
});
afterAll(async () => {
	await service.close();
});

/** What one event carries; events are told apart by an empty line. */
async function nextEvent(stream: IncomingMessage): Promise<unknown> {
	stream.setEncoding('utf8');
	let received = '';
	while (!received.endsWith('\n\n')) {
		const chunk: unknown = stream.read();
		if (typeof chunk === 'string') received += chunk;
		else await once(stream, 'readable');
	}
	return JSON.parse(received.replace(/^data: /, ''));
}

describe('the inbox page', () => {
	it.each([
		['/', 'text/html'],
		['/inbox.css', 'text/css'],
		['/inbox.js', 'text/javascript'],
	])('serves %s, and is no call to the API', async (path, contentType) => {
		service.reset();
		const answer = await callService(service, path, { headers: {} });
		expect(answer.status).toBe(200);
		expect(answer.headers['content-type']).toContain(contentType);
		expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
		expect(answer.text).not.toContain(service.token);
		expect(service.calls).toEqual([]);
	});

	it('needs nothing from elsewhere', async () => {
		const { text } = await callService(service, '/', { headers: {} });
		const addresses = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
		const own = addresses.filter((address) => !address?.startsWith('data:'));
		expect(own).toEqual(['inbox.css', 'inbox.js']);
	});

	it('is told of messages as they arrive', async () => {
		service.reset();
		const connection = request(`${service.url}/_service/events`).end();
		const stream = await new Promise<IncomingMessage>((resolve) =>
			connection.once('response', resolve),
		);
		expect(stream.headers['content-type']).toBe('text/event-stream');
		expect(await nextEvent(stream)).toMatchObject({ startsAfresh: true, messages: [] });
		await sendText(service, 'stranger', '<b>\n\nend');
		expect(await nextEvent(stream)).toMatchObject({
			startsAfresh: false,
			messages: [{ contactId: 'stranger', item: { type: 'text', text: '<b>\n\nend' } }],
			accepted: 1,
		});
		connection.destroy();
	});
});
