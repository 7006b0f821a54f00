import { createServer } from 'node:net';

/** The only address on which tests listen. */
export const loopback = '127.0.0.1';

/** Returns the port if it is free, or `undefined`. 0 stands for any free port. */
async function tryPort(port: number): Promise<number | undefined> {
	const server = createServer();
	return await new Promise((resolve) => {
		server.once('error', () => {
			resolve(undefined);
		});
		server.listen(port, loopback, () => {
			const address = server.address();
			server.close(() => {
				resolve(typeof address === 'object' ? address?.port : undefined);
			});
		});
	});
}

/** Returns a free port on loopback: the preferred one if possible. */
export async function freePort(preferred?: number): Promise<number> {
	const port =
		(preferred === undefined ? undefined : await tryPort(preferred)) ?? (await tryPort(0));
	if (port === undefined) throw new Error('No free port on loopback');
	return port;
}
