import { Readable } from 'node:stream';

import fc from 'fast-check';

import type {
	ApiErrorReason,
	RequestOutcome,
} from '../../../nodes/ChannelMessaging/client/apiError';
import {
	errorOf,
	excerpt,
	readBody,
	readResponse,
} from '../../../nodes/ChannelMessaging/client/readResponse';
import { apiErrorWith } from './apiErrorWith';
import { apiResponse, textResponse } from './apiResponse';

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

describe('readResponse', () => {
	const nested = (depth: number) => `{"data":${'['.repeat(depth)}${']'.repeat(depth)}}`;

	it('returns no JSON object for other texts', () => {
		const texts = ['', '<!DOCTYPE html>', '[{"id":"1"}]', 'null', '"Success"', nested(100_000)];
		expect(texts.filter((text) => textResponse(text).json !== undefined)).toEqual([]);
	});

	it('keeps numeric IDs that exceed the precision of a number as text', () => {
		const text = `{"data":[{"id":9007199254740993,"note":"\\"id\\":9007199254740993"},{"id":7}]}`;
		expect(textResponse(text).json).toEqual({
			data: [{ id: '9007199254740993', note: '"id":9007199254740993' }, { id: 7 }],
		});
	});

	it('never throws for nested JSON', () => {
		for (let depth = 1_000; depth < 20_000; depth *= 1.1) {
			const response = { status: 200, headers: {}, text: nested(depth) };
			expect(() => readResponse(response)).not.toThrow();
		}
	});
});

describe('excerpt', () => {
	it.each([
		["is 'nothing' for whitespace", ' \n\t ', 'nothing'],
		['has one line and single spaces', ' <b>\n\tNot  found</b>\r\n', '<b> Not found</b>'],
		['has up to 200 characters', 'a'.repeat(200), 'a'.repeat(200)],
		['is truncated after 200 characters', 'a'.repeat(201), `${'a'.repeat(200)}…`],
		['is the beginning of a long text', `${' '.repeat(1_000)}late`, 'nothing'],
	])('%s', (_title, text, expected) => {
		expect(excerpt(text)).toBe(expected);
	});
});

const errorResponse = (status: number, message?: string) =>
	apiResponse({ status: 'error', message, data: [] }, status);

describe('the error of a response', () => {
	const wrongFile =
		'Sorry, Url provided is not an image/audio/video file: https://files.example.com/a.txt';

	it.each<{
		statuses: number[];
		message: string;
		reason: ApiErrorReason;
		outcome?: RequestOutcome;
	}>([
		{ statuses: [401], message: 'API Token is invalid.', reason: 'tokenInvalid' },
		{ statuses: [429], message: 'Too many requests', reason: 'rateLimited' },
		{ statuses: [405], message: '405 Method Not Allowed.', reason: 'methodNotAllowed' },
		{ statuses: [403], message: 'The contact has blocked the channel', reason: 'rejected' },
		{ statuses: [403, 404], message: 'Contact not found.', reason: 'rejected' },
		{ statuses: [101], message: 'Contact not found.', reason: 'rejected', outcome: 'unknown' },
		{ statuses: [500], message: 'Contact not found.', reason: 'serverFault', outcome: 'unknown' },
		{ statuses: [200, 403, 500], message: wrongFile, reason: 'wrongFileKind' },
		{ statuses: [200, 201, 400, 404, 409, 422, 499], message: 'No.', reason: 'rejected' },
		{
			statuses: [500, 503, 599],
			message: 'Bad Gateway',
			reason: 'serverFault',
			outcome: 'unknown',
		},
		{ statuses: [300, 307, 399], message: 'Elsewhere', reason: 'redirected' },
	])('maps $statuses $message to $reason', ({ statuses, message, reason, outcome = 'notDone' }) => {
		for (const status of statuses) {
			const response = errorResponse(status, message);
			const details = { reason, outcome, status, serviceMessage: message };
			expect(errorOf(response)?.details).toMatchObject(details);
		}
	});

	it("truncates the service's message and removes line breaks", () => {
		const details = errorOf(errorResponse(403, `a\n${'b'.repeat(500)}`))?.details;
		expect(details?.serviceMessage).toBe(`a ${'b'.repeat(198)}…`);
	});

	it.each([
		['is missing', apiResponse({}, 403)],
		['is blank', apiResponse({ message: ' \n' }, 403)],
		['is not a text', apiResponse({ message: { en: 'No' } }, 403)],
		['is not in a JSON object', textResponse('Forbidden', 403)],
	])("omits the service's message if it %s", (_, response) => {
		const { details } = errorOf(response) ?? {};
		expect(details).toEqual({ reason: 'rejected', outcome: 'notDone', status: 403 });
	});
});

describe('the error of a response with a date in Retry-After', () => {
	const now = Date.UTC(2025, 5, 1, 12);

	it('ignores how slow or fast the clock of n8n is if the response has a date', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 900 }),
				fc.integer({ min: -100_000, max: 100_000 }),
				(seconds, differenceSeconds) => {
					const headers = {
						date: new Date(now).toUTCString(),
						'retry-after': new Date(now + seconds * 1_000).toUTCString(),
					};
					const clock = now + differenceSeconds * 1_000;
					const details = errorOf(apiResponse({}, 429, headers), clock)?.details;
					expect(details).toHaveProperty('retryAfterMs', seconds * 1_000);
				},
			),
		);
	});

	it.each([undefined, 'yesterday', ['a', 'b']])(
		'uses the clock of n8n if the date of the response is %s',
		(date) => {
			const headers = { date, 'retry-after': new Date(now + 60_000).toUTCString() };
			const details = errorOf(apiResponse({}, 429, headers), now)?.details;
			expect(details).toHaveProperty('retryAfterMs', 60_000);
		},
	);
});

describe('errorOf', () => {
	const truncated = apiErrorWith('connectionLost', 'unknown');

	it.each([
		['a JSON object', apiResponse({ status: 'Success' })],
		['other JSON', textResponse('[]')],
		['an empty body', textResponse('', 204)],
		['a blank body', textResponse(' \r\n')],
		['a truncated body', { ...textResponse('{"status": "Succ'), truncated }],
		['a contact that has a status', apiResponse({ data: { status: 'error' } })],
	])('returns no error for a 2xx response with %s', (_, response) => {
		expect(errorOf(response)).toBeUndefined();
	});

	it('returns an error with an unknown outcome for a web page with the status 200', () => {
		expect(errorOf(textResponse('<h1>Welcome</h1>'))?.details).toEqual({
			reason: 'unreadable',
			outcome: 'unknown',
			status: 200,
			expected: 'json',
			excerpt: '<h1>Welcome</h1>',
		});
	});

	it('returns no error for the status 2xx only', () => {
		const statuses = [100, 199, 200, 202, 299, 300, 500];
		const isDone = (status: number) =>
			errorOf(apiResponse({ status: 'Success' }, status)) === undefined;
		expect(statuses.filter(isDone)).toEqual([200, 202, 299]);
	});
});
