import { createServer, type Server } from 'node:net';
import { freePort, loopback } from './freePort';

async function listenOn(port: number): Promise<Server> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(port, loopback, resolve));
	return server;
}

test('the preferred port is taken when it is free', async () => {
	const port = await freePort();
	expect(await freePort(port)).toBe(port);
});

test('another port is found when the preferred one is in use', async () => {
	const port = await freePort();
	const server = await listenOn(port);
	try {
		const other = await freePort(port);
		expect(other).not.toBe(port);
		expect(other).toBeGreaterThan(0);
	} finally {
		server.close();
	}
});
