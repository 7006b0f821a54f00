import { Readable } from 'node:stream';

import fc from 'fast-check';

import { parseLargeResponse } from '../../../nodes/ChannelMessaging/client/parseResponse';
import { excerpt } from '../../../nodes/ChannelMessaging/client/excerpt';
import { readBody } from '../../../nodes/ChannelMessaging/client/readBody';
import { compactResponse } from '../../../nodes/ChannelMessaging/client/apiResponse';
import { bodyLimits, type BodyLimits } from '../../../nodes/ChannelMessaging/client/responseLimits';
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
		const body = await readBody(stream, { maxBytes: 4 * megabyte }, (thrown) => {
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
		const bytes = chunks.reduce((sum, chunk) => sum + Buffer.byteLength(chunk), 0);
		expect(await read(chunks)).toEqual({ body: { text, bytes }, errors: [] });
	});

	it('returns the received text and the error if the stream fails', async () => {
		const error = new Error('Connection lost');
		expect(await read(['{"a"'], error)).toEqual({
			body: { text: '{"a"', bytes: 4, truncated: lost },
			errors: [error],
		});
	});

	it('accepts a body of the maximum size', async () => {
		const { body } = await read(Array.from({ length: 4 }, () => Buffer.alloc(megabyte, 'a')));
		expect(body.text).toHaveLength(4 * megabyte);
		expect(body.truncated).toBeUndefined();
	});

	it('stops reading a larger body and destroys the stream', async () => {
		const endless = Readable.from(
			(function* () {
				for (;;) yield Buffer.alloc(megabyte, 'a');
			})(),
		);
		const body = await readBody(endless, bodyLimits.page, () => lost);

		expect(body.text).toHaveLength(4 * megabyte);
		expect(body.truncated?.details).toEqual({
			reason: 'responseTooLarge',
			outcome: 'unknown',
			exceeded: { limit: 'bytes', max: 4 * megabyte },
		});
		expect(endless.destroyed).toBe(true);
	});
});

describe('parseResponse', () => {
	it('returns no JSON object for other text', () => {
		const texts = ['', '<!DOCTYPE html>', '[{"id":"1"}]', 'null', '"Success"'];
		expect(texts.filter((text) => textResponse(text).json !== undefined)).toEqual([]);
	});

	it('keeps numeric IDs that exceed the precision of a number as text', () => {
		const text = `{"data":[{"id":9007199254740993,"note":"\\"id\\":9007199254740993"},{"id":7}]}`;
		expect(textResponse(text).json).toEqual({
			data: [{ id: '9007199254740993', note: '"id":9007199254740993' }, { id: 7 }],
		});
	});
});

describe('parseLargeResponse', () => {
	const token = 'a-token';
	const longToken = 'ey4Jh9bGciO'.repeat(50);

	async function read(text: string, limits: BodyLimits = bodyLimits.page) {
		const response = { status: 200, headers: {}, bytes: Buffer.byteLength(text), text };
		return await parseLargeResponse(response, limits, token);
	}

	const exceeded = async (text: string, limits?: BodyLimits) => {
		const { details } = (await read(text, limits)).truncated ?? {};
		return details?.reason === 'responseTooLarge' ? details.exceeded : undefined;
	};

	const nested = (depth: number) => `{"data":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
	const listed = (count: number) =>
		`{"data":[[${Array(count - 3)
			.fill(1)
			.join()}]]}`;

	it('parses a body with 100 levels, but not one with 101', async () => {
		expect(await exceeded(nested(100))).toBeUndefined();
		const tooDeep = { limit: 'depth', max: 100 };
		expect(await exceeded(nested(101))).toEqual(tooDeep);
		expect(await exceeded('['.repeat(4 * 2 ** 20))).toEqual(tooDeep);
	});

	it('ignores brackets, commas, and colons in strings', async () => {
		const text = '\\"[,:{\\'.repeat(10_000);
		expect((await read(JSON.stringify({ message: text }), bodyLimits.contact)).json).toEqual({
			message: text,
		});
	});

	it.each(['envelope', 'contact', 'page'] as const)(
		'parses a response with the content %s and the maximum number of values, but not one with more',
		async (content) => {
			const { maxValues } = bodyLimits[content];
			const rows = Math.ceil(maxValues / 1_000);
			const valuesPerRow = maxValues / rows;
			// Each row is preceded by a comma or an opening bracket, and the list by another
			// bracket and a key.
			const row = `[${Array(valuesPerRow - 1)
				.fill(1)
				.join()}]`;
			const text = (last: string) =>
				`{"data":[${[...Array<string>(rows - 1).fill(row), last].join()}]}`;
			const full = text(
				`[${Array(valuesPerRow - 3)
					.fill(1)
					.join()}]`,
			);
			expect(await exceeded(full, bodyLimits[content])).toBeUndefined();
			const more = text(
				`[${Array(valuesPerRow - 2)
					.fill(1)
					.join()}]`,
			);
			expect(await exceeded(more, bodyLimits[content])).toEqual({
				limit: 'values',
				max: maxValues,
			});
		},
	);

	it('parses a page with 10,000 contacts, but not one with 10,001', async () => {
		const { maxContacts } = bodyLimits.page;
		const page = (count: number) => `{"data":[${Array(count).fill('{"id":1}').join()}]}`;
		expect(await exceeded(page(maxContacts))).toBeUndefined();
		expect(await exceeded(page(maxContacts + 1))).toEqual({ limit: 'contacts', max: maxContacts });
	});

	it('keeps the list of a property whose name only ends with data', async () => {
		const list = Array.from({ length: 3_000 }, (_, id) => ({ id }));
		const body = { 'x"data': list, data: [] };
		expect((await read(JSON.stringify(body))).json).toEqual(body);
	});

	it('returns no JSON object for a text with several lists named data, one of which is long', async () => {
		const list = JSON.stringify(Array.from({ length: 5_000 }, (_, id) => ({ id })));
		expect((await read(`{"data":${list},"data":[]}`)).json).toBeUndefined();
	});

	it('rejects a page with a contact that exceeds the limits of a contact', async () => {
		const { maxBytes, maxValues } = bodyLimits.contact;
		const isContact = true;
		expect(await exceeded(listed(maxValues + 3))).toBeUndefined();
		expect(await exceeded(listed(maxValues + 4))).toEqual({
			limit: 'values',
			max: maxValues,
			isContact,
		});
		const text = `{"data":[{"id":"${'1'.repeat(maxBytes)}"}]}`;
		expect(await exceeded(text)).toEqual({ limit: 'bytes', max: maxBytes, isContact });
	});

	const lost = { truncated: apiErrorWith('connectionLost', 'unknown') };

	it.each([
		['contains it many times', `${longToken} `.repeat(100), {}],
		['breaks off within it', `Invalid: ${longToken.slice(0, 100)}`, lost],
	])('redacts the token in a web page that %s', async (_, text, ending) => {
		const response = { status: 500, headers: {}, bytes: text.length, text, ...ending };
		const { text: beginning } = await parseLargeResponse(response, bodyLimits.page, longToken);

		expect(excerpt(beginning)).toContain('(token)');
		expect(excerpt(beginning)).not.toContain(longToken.slice(0, 10));
	});

	it('returns the same as JSON.parse for any text, with the token redacted', async () => {
		const anyContact = fc.jsonValue({ maxDepth: 3 });
		const anyBody = fc.record(
			{
				data: fc.array(anyContact, { maxLength: 5 }),
				links: anyContact,
				token: fc.constantFrom(token, 'other'),
			},
			{ requiredKeys: [] },
		);
		// Long lists are read in parts.
		const anyRepetition = fc.constantFrom(1, 2_000);
		const anyDamage = fc.oneof(
			{ weight: 5, arbitrary: fc.constant((text: string) => text) },
			fc.constantFrom(
				(text: string) => text.slice(0, -1),
				(text: string) => text.replace(',', ',,'),
				(text: string) => text.replace(/.$/, ',]}'),
				(text: string) => text.replace(/(.*)\]/, '$1,]'),
			),
		);
		await fc.assert(
			fc.asyncProperty(anyBody, anyRepetition, anyDamage, async (body, times, damage) => {
				const data = body.data && Array<unknown[]>(times).fill(body.data).flat();
				const text = damage(JSON.stringify({ ...body, ...(data && { data }) }));
				let expected: unknown;
				try {
					expected = JSON.parse(text.replaceAll(token, '(token)'));
				} catch {
					// The text isn't JSON.
				}
				const { json, isJson, truncated } = await read(text, { maxBytes: 0, maxValues: Infinity });

				if (truncated === undefined) {
					expect({ json, isJson }).toEqual({ json: expected, isJson: expected !== undefined });
				}
			}),
			{ numRuns: 100 },
		);
	});

	it('yields to other work between the parts of a page', async () => {
		const contacts = Array.from({ length: 10_000 }, (_, id) => ({
			id,
			custom_fields: { id, city: 'Lugo' },
		}));
		let turns = 0;
		const timer = setInterval(() => {
			turns += 1;
		}, 0);

		const { json } = await read(JSON.stringify({ data: contacts, meta: {} }));

		clearInterval(timer);
		expect(json).toEqual({ data: contacts, meta: {} });
		expect(turns).toBeGreaterThan(5);
	});
});

it('compactResponse keeps neither the headers nor the text of a JSON object', () => {
	const json = apiResponse({ message: 'done' }, 200, { server: 'nginx' });
	const text = textResponse('Bad Gateway', 502);

	expect(compactResponse(json)).toEqual({ ...json, headers: {}, text: '' });
	expect(compactResponse(text)).toEqual(text);
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
