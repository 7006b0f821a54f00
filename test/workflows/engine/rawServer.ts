import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A server that says to each caller whatever it likes. */
export interface RawServer {
	/** The address without encryption. */
	readonly url: string;
	/** What callers sent, a text for each connection. */
	readonly received: readonly string[];
	/** How many connections are open. */
	readonly open: number;
}

/**
 * A server of raw sockets for the tests of one file, fresh for each test.
 *
 * @returns a function that says how the server treats a caller whose request has come
 */
export function useRawServer(): RawServer & { answer(with_: (socket: Socket) => void): void } {
	let server: Server | undefined;
	let received: string[] = [];
	let treat: (socket: Socket) => void = () => undefined;
	const sockets = new Set<Socket>();

	beforeEach(async () => {
		received = [];
		treat = () => undefined;
		const created = createServer((socket) => {
			const place = received.push('') - 1;
			sockets.add(socket);
			socket.on('close', () => sockets.delete(socket));
			// Callers that hang up in the middle are part of these tests.
			socket.on('error', () => undefined);
			socket.on('data', (data) => {
				const isFirst = received[place] === '';
				received[place] = `${received[place] ?? ''}${data.toString('latin1')}`;
				if (isFirst) treat(socket);
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
		get received() {
			return received;
		},
		get open() {
			return sockets.size;
		},
		answer(with_) {
			treat = with_;
		},
	};
}

/** Writes the same again and again, so often a second, until the caller hangs up. */
export function drip(socket: Socket, text: string, milliseconds: number): void {
	const timer = setInterval(() => socket.write(text), milliseconds);
	socket.on('close', () => {
		clearInterval(timer);
	});
}
