import { type AddressInfo, createServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import * as fc from 'fast-check';

import { type AnyResponse, anyResponse } from '../../test/unit/client/anyResponse';

/** How a response is transferred. Some responses are damaged on the way. */
const anyTransfer = fc.record({
	encoding: fc.constantFrom(...['', '', '', 'gzip', 'deflate', 'br', 'unknown', 'damaged', 'bomb']),
	ending: fc.constantFrom(...['', '', '', '', 'cut', 'silent', 'garbage']),
});

/** Exceeds the maximum size of a response many times, but is small when compressed. */
const bombBytes = 200 * 2 ** 20;

/** Percentage of large responses. */
const largeWeight = 25;

type Transfer = typeof anyTransfer extends fc.Arbitrary<infer Value> ? Value : never;

let bomb: Buffer | undefined;

function encoded(body: Buffer, encoding: string): Buffer {
	switch (encoding) {
		case 'gzip':
			return gzipSync(body, { level: 1 });
		case 'deflate':
			return deflateSync(body, { level: 1 });
		case 'br':
			return brotliCompressSync(body.subarray(0, 100_000));
		case 'bomb':
			return (bomb ??= gzipSync(Buffer.alloc(bombBytes, ' ')));
		default:
			return body;
	}
}

function bytesOf({ status, headers, body }: AnyResponse, { encoding, ending }: Transfer): Buffer {
	const content = encoded(body, encoding);
	const name = { bomb: 'gzip', damaged: 'gzip' }[encoding] ?? encoding;
	const lines = [
		`HTTP/1.1 ${String(status)} Status`,
		...Object.entries(headers).map(([key, value]) => `${key}: ${value}`),
		...(name === '' ? [] : [`Content-Encoding: ${name}`]),
		...(ending === 'cut' ? [`Content-Length: ${String(content.length + 10)}`] : []),
		'Connection: close',
		'',
		'',
	];
	const response = Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), content]);
	if (ending === 'garbage') return response.subarray(Math.floor(response.length / 3));
	return response;
}

/** Starts a server that sends generated responses, each of which depends on the seed and its number. */
export async function startHostileServer(seed: number) {
	let responses = 0;
	const server = createServer((socket) => {
		socket.on('error', () => undefined);
		socket.once('data', () => {
			responses += 1;
			const [generated] = fc.sample(fc.tuple(anyResponse(largeWeight), anyTransfer), {
				seed: seed + responses,
				numRuns: 1,
			});
			if (generated === undefined) return;
			const [response, transfer] = generated;
			socket.write(bytesOf(response, transfer));
			if (transfer.ending !== 'silent') socket.end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${String(port)}`,
		responseCount: () => responses,
		close: () => server.close(),
	};
}
