import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { freePort, loopback } from './freePort';
import { N8nRefusal, Session } from './session';

let server: Server;
let url: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
	const port = await freePort();
	url = `http://${loopback}:${String(port)}`;
	server = createServer((request, response) => {
		response.setHeader('content-type', 'application/json');
		answer(request, response);
	});
	await new Promise<void>((resolve) => server.listen(port, loopback, resolve));
});

afterEach(() => {
	server.closeAllConnections();
	server.close();
});

test('the cookie of the sign-in goes with every later call, and so does one browser id', async () => {
	const seen: IncomingMessage['headers'][] = [];
	answer = ({ headers }, response) => {
		seen.push(headers);
		response.setHeader('set-cookie', 'n8n-auth=secret; Path=/; HttpOnly');
		response.end('{"data":1}');
	};
	const session = new Session(url);
	expect(await session.call('POST', '/login', {})).toBe(1);
	await session.call('GET', '/workflows');
	expect(seen[1]?.cookie).toBe('n8n-auth=secret');
	expect(seen[1]?.['browser-id']).toBe(seen[0]?.['browser-id']);
});

test('an n8n that is too busy to look is asked again', async () => {
	let asked = 0;
	answer = (_request, response) => {
		asked += 1;
		response.statusCode = asked < 3 ? 503 : 200;
		response.end('{"data":"ready"}');
	};
	expect(await new Session(url).call('GET', '/settings')).toBe('ready');
});

test("a refusal carries n8n's own words and its status", async () => {
	answer = (_request, response) => {
		response.statusCode = 400;
		response.end('{"message":"too short"}');
	};
	const refused = new Session(url).call('POST', '/credentials', { data: 'secret' });
	await expect(refused).rejects.toThrow(N8nRefusal);
	await expect(refused).rejects.toMatchObject({ status: 400, answer: { message: 'too short' } });
	await expect(refused).rejects.not.toThrow('secret');
});
