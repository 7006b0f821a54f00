import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/**
 * Starts a TCP server, which can send invalid HTTP responses, before each test, and closes it
 * afterwards.
 */
export function useRawServer() {
	let server: Server | undefined;
	let received: string[] = [];
	let respond: (socket: Socket) => void = () => undefined;
	const sockets = new Set<Socket>();

	beforeEach(async () => {
		received = [];
		respond = () => undefined;
		const created = createServer((socket) => {
			const index = received.push('') - 1;
			sockets.add(socket);
			socket.on('close', () => sockets.delete(socket));
			// Clients may close the connection early.
			socket.on('error', () => undefined);
			socket.on('data', (data) => {
				const isFirst = received[index] === '';
				received[index] = `${received[index] ?? ''}${data.toString('latin1')}`;
				if (isFirst) respond(socket);
			});
		});
		server = created;
		await new Promise<void>((resolve) => created.listen(0, '127.0.0.1', resolve));
	});

	afterEach(async () => {
		for (const socket of sockets) socket.destroy();
		await new Promise((resolve) => server?.close(resolve));
	});

	return {
		get url() {
			const { port } = server?.address() as AddressInfo;
			return `http://127.0.0.1:${String(port)}`;
		},
		/** The received data of each connection. */
		get received(): readonly string[] {
			return received;
		},
		get openConnections() {
			return sockets.size;
		},
		/** Sets the handler that responds when a connection has sent its first data. */
		respond(handler: (socket: Socket) => void): void {
			respond = handler;
		},
	};
}
