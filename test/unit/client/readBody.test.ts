import { Readable } from 'node:stream';

import { readBody } from '../../../nodes/ChannelMessaging/client/httpRequest';
import { apiErrorWith } from './apiErrorWith';

const megabyte = 1024 * 1024;
const lost = apiErrorWith('connectionLost', 'unknown');

/** Chunks of a body, and an error at their end where one is given. */
function* chunks(parts: Array<Buffer | string>, error?: Error): Generator<Buffer | string> {
	yield* parts;
	if (error !== undefined) throw error;
}

const read = async (parts: Array<Buffer | string>, error?: Error) => {
	const stream = Readable.from(chunks(parts, error), { objectMode: true });
	const told: unknown[] = [];
	const body = await readBody(stream, (reason) => {
		told.push(reason);
		return lost;
	});
	return { body, told, stream };
};

describe('reading the body of an answer', () => {
	it('puts its parts together', async () => {
		const { body } = await read([Buffer.from('{"a":'), '1}']);
		expect(body).toEqual({ text: '{"a":1}' });
	});

	it('takes characters whole that come in two parts', async () => {
		const bytes = Buffer.from('¡Hola 👋!');
		const parts = Array.from(bytes, (byte) => Buffer.from([byte]));
		expect((await read(parts)).body.text).toBe('¡Hola 👋!');
	});

	it('leaves out a byte order mark, which no JSON may have', async () => {
		expect((await read(['\uFEFF{}'])).body.text).toBe('{}');
	});

	it('of nothing gives nothing', async () => {
		expect((await read([])).body).toEqual({ text: '' });
	});

	it('keeps what came before it broke off, and tells why', async () => {
		const error = new Error('gone');
		const { body, told } = await read(['{"a"'], error);
		expect(body).toEqual({ text: '{"a"', truncated: lost });
		expect(told).toEqual([error]);
	});

	it('takes four megabytes', async () => {
		const { body } = await read(Array.from({ length: 4 }, () => Buffer.alloc(megabyte, 'a')));
		expect(body.text).toHaveLength(4 * megabyte);
		expect(body.truncated).toBeUndefined();
	});

	it('takes not a byte more, and lets go of the rest', async () => {
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
