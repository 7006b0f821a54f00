import { createServer } from 'node:net';

/** The only address that anything started here listens on. */
export const loopback = '127.0.0.1';

/** The port when it can be listened on, nothing when somebody else has it; 0 means any port. */
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

/** Finds a port that is free on loopback now, the preferred one when it is. */
export async function freePort(preferred?: number): Promise<number> {
	const port =
		(preferred === undefined ? undefined : await tryPort(preferred)) ?? (await tryPort(0));
	if (port === undefined) throw new Error('No port is free on loopback');
	return port;
}
