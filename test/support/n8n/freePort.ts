import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** The only address on which tests listen. */
export const loopback = '127.0.0.1';

/** Returns a free port on loopback: the preferred one if possible. 0 stands for any. */
export async function freePort(preferred = 0): Promise<number> {
	const server = createServer().listen(preferred, loopback);
	try {
		await once(server, 'listening');
	} catch (error) {
		if (preferred === 0) throw error;
		return await freePort();
	}
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return port;
}
