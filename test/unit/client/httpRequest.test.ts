import { Readable } from 'node:stream';

import { readBody, startDeadline } from '../../../nodes/ChannelMessaging/client/httpRequest';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellation';
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

	it('returns the text of all chunks', async () => {
		expect(await read([Buffer.from('{"a":'), '1}'])).toEqual({
			body: { text: '{"a":1}' },
			errors: [],
		});
	});

	it('decodes characters that are split between chunks', async () => {
		const bytes = Array.from(Buffer.from('¡Hola 👋!'), (byte) => Buffer.from([byte]));
		expect((await read(bytes)).body.text).toBe('¡Hola 👋!');
	});

	it('removes a byte order mark', async () => {
		expect((await read(['\uFEFF{}'])).body.text).toBe('{}');
	});

	it('returns an empty text for an empty body', async () => {
		expect((await read([])).body).toEqual({ text: '' });
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

describe('startDeadline', () => {
	/** Starts a deadline, whose timer fires when the test aborts `timer`. */
	function setUp(cancellation = new CancellationToken(), timeoutMs = 60_000) {
		const timer = new AbortController();
		const createTimer = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal);
		return { timer, createTimer, cancellation, deadline: startDeadline(timeoutMs, cancellation) };
	}

	afterEach(() => {
		jest.restoreAllMocks();
	});

	it('aborts the request when the timeout expires', () => {
		const { timer, deadline } = setUp();
		expect([deadline.signal.aborted, deadline.isOver()]).toEqual([false, false]);
		timer.abort();
		expect([deadline.signal.aborted, deadline.isOver()]).toEqual([true, true]);
	});

	it('rounds a fraction of a millisecond up', () => {
		expect(setUp(undefined, 0.5).createTimer).toHaveBeenCalledWith(1);
	});

	it('aborts the request without a timeout when the execution is cancelled', () => {
		const { cancellation, deadline } = setUp();
		cancellation.abort();
		expect([deadline.signal.aborted, deadline.isOver()]).toEqual([true, false]);
	});

	it('aborts the request immediately if the execution was already cancelled', () => {
		const cancellation = new CancellationToken();
		cancellation.abort();
		expect(setUp(cancellation).deadline.signal.aborted).toBe(true);
	});

	it('does not abort a request that has ended', () => {
		const { timer, cancellation, deadline } = setUp();
		deadline.release();
		cancellation.abort();
		timer.abort();
		expect(deadline.signal.aborted).toBe(false);
	});
});
