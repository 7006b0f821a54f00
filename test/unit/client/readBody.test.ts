import { Readable } from 'node:stream';

import { readBody } from '../../../nodes/ChannelMessaging/client/readBody';
import { apiErrorWith } from './apiErrorWith';

describe('readBody', () => {
	const megabyte = 1024 * 1024;
	const lost = apiErrorWith('connectionLost', 'unknown');

	/** Reads a stream of chunks, which ends with the error, if any. */
	async function read(chunks: Array<Buffer | string>, error?: Error) {
		const stream = Readable.from(
			(function* () {
				yield* chunks;
				if (error !== undefined) throw error;
			})(),
			{ objectMode: true },
		);
		const errors: unknown[] = [];
		const body = await readBody(stream, (thrown) => {
			errors.push(thrown);
			return lost;
		});
		return { body, errors };
	}

	it.each([
		['all chunks', [Buffer.from('{"a":'), '1}'], '{"a":1}'],
		[
			'characters that are split between chunks',
			Array.from(Buffer.from('¡Hola 👋!'), (byte) => Buffer.from([byte])),
			'¡Hola 👋!',
		],
		['a body without its byte order mark', ['\uFEFF{}'], '{}'],
		['an empty body', [], ''],
	])('returns the text of %s', async (_title, chunks, text) => {
		expect(await read(chunks)).toEqual({ body: { text }, errors: [] });
	});

	it('returns the received text and the error if the stream fails', async () => {
		const error = new Error('Connection lost');
		expect(await read(['{"a"'], error)).toEqual({
			body: { text: '{"a"', truncated: lost },
			errors: [error],
		});
	});

	it('accepts a body of 4 MB', async () => {
		const { body } = await read(Array.from({ length: 4 }, () => Buffer.alloc(megabyte, 'a')));
		expect(body.text).toHaveLength(4 * megabyte);
		expect(body.truncated).toBeUndefined();
	});

	it('stops reading a body larger than 4 MB, and destroys the stream', async () => {
		const endless = Readable.from(
			(function* () {
				for (;;) yield Buffer.alloc(megabyte, 'a');
			})(),
		);
		const body = await readBody(endless, () => lost);

		expect(body.text).toHaveLength(4 * megabyte);
		expect(body.truncated?.details).toEqual({
			reason: 'responseTooLarge',
			outcome: 'unknown',
			megabytes: 4,
		});
		expect(endless.destroyed).toBe(true);
	});
});
