import fc from 'fast-check';

/** A response of a service that may be broken or hostile. */
export interface AnyResponse {
	status: number;
	headers: Record<string, string>;
	body: Buffer;
	/** The size of the pieces in which the body arrives. */
	chunkBytes: number;
}

const megabyte = 2 ** 20;

const anyKey = fc.oneof(
	{ weight: 3, arbitrary: fc.string({ maxLength: 8 }) },
	fc.constantFrom(
		...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', 'then'],
		...['toJSON', 'id', 'data', 'x"data', 'custom_fields', 'tags', 'name', 'status', 'message'],
		...['error', 'json', 'binary', '0', '', '\u202E', '<img src=x>'],
	),
);

const anyValue = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4, depthSize: 'small' },
		fc.string({ unit: 'grapheme', maxLength: 20 }),
		fc.constantFrom<unknown>(null, true, '', '1', 'Success', 'error', '__proto__', '\uD800', '\0'),
		fc.double(),
		fc.maxSafeInteger(),
		fc.array(tie('value'), { maxLength: 5 }),
		objectOf(tie('value')),
	),
})).value;

/** Includes `__proto__` as an own property, as `JSON.parse` does. */
function objectOf(anyEntry: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
	return fc.array(fc.tuple(anyKey, anyEntry), { maxLength: 5 }).map((entries) => {
		const record: unknown = Object.fromEntries(entries);
		return record;
	});
}

const anyId = fc.oneof(
	fc.constantFrom<unknown>('1', 'cus_1', 1, 2 ** 60, '../2', 'by_custom_field', '', null),
	fc.integer({ min: 990, max: 1_010 }).map((length) => '1'.repeat(length)),
	anyValue,
);

const anyContact = fc.oneof(
	{
		weight: 3,
		arbitrary: fc.record(
			{ id: anyId, custom_fields: objectOf(anyValue), tags: anyValue, created_at: anyValue },
			{ requiredKeys: [] },
		),
	},
	fc.record({
		id: anyId,
		custom_fields: fc.record({ city: fc.constantFrom('Vigo', 'vigo', ''), phone: anyValue }),
		tags: fc.array(fc.string()),
	}),
	anyValue,
);

/** Fields of envelopes, contacts, and pages, in any combination. */
const anyBody = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.record(
			{
				status: fc.constantFrom<unknown>('Success', 'success', 'error', 1),
				message: fc.oneof(fc.constantFrom('Too many requests', 'Contact not found.'), anyValue),
				data: fc.oneof(fc.array(anyContact, { maxLength: 4 }), anyContact),
				links: fc.oneof(fc.record({ next: fc.constantFrom('https://x.example', null) }), anyValue),
				meta: fc.oneof(
					fc.record({
						last_page: fc.constantFrom<unknown>(1, 2, 1e9, -1, '2'),
						total: fc.constantFrom<unknown>(0, 1, 3, 1e9, -1, NaN, '3'),
					}),
					anyValue,
				),
			},
			{ requiredKeys: [] },
		),
	},
	anyValue,
);

const anySmallText = fc
	.tuple(
		anyBody.map((body) => JSON.stringify(body)),
		fc.oneof(
			{ weight: 4, arbitrary: fc.constant((text: string) => text) },
			fc.nat(200).map((end) => (text: string) => text.slice(0, end)),
			fc.nat(200).map((at) => (text: string) => `${text.slice(0, at)}]}${text.slice(at)}`),
			fc.constantFrom(
				(text: string) => `\uFEFF${text}`,
				(text: string) => ` ${text}\n`,
				(text: string) => `<html>${text}</html>`,
				(text: string) => text.replace('"data"', '"d\\u0061ta"'),
				(text: string) => text.replace('{', '{"data":[{"id":"7"}],'),
				(text: string) => text.replace(/"id":"1"/g, `"id":${'9'.repeat(30)}`),
			),
		),
	)
	.map(([text, damage]) => damage(text));

/** Texts of up to 5 MB that repeat a piece, inside or outside the list of contacts. */
const anyLargeText = fc
	.record({
		piece: fc.constantFrom(
			...[
				'{},',
				'[],',
				'1,',
				'"",',
				'{"id":1},',
				'{"a":"b"},',
				'[[',
				'{"a":',
				'"',
				'\\',
				'\\"',
				' ',
			],
			...['"a":1,', '"__proto__":{},', '\\u0061', '%61', '&#00', 'é', '€', '😀', '9', '1e308,'],
			...[
				'{"id":"1","custom_fields":{"city":"Vigo"},"tags":["a","b"]},',
				'"id"',
				'0.1234567890123,',
			],
		),
		bytes: fc.integer({ min: 50_000, max: 5 * megabyte }),
		ends: fc.constantFrom<readonly [string, string]>(
			['{"data":[', '{}],"meta":{"total":3}}'],
			['{"data":[[', '1]]}'],
			['{"data":{"custom_fields":{', '"a":1}}}'],
			['{"data":[{"id":"1","custom_fields":{"city":"', '"}}]}'],
			['{"message":"', '"}'],
			['', ''],
			['[', '1]'],
			['{"status":"Success","data":[],', '"a":1}'],
			['{"meta":{"a":[', '1]},"data":[{"id":"1"}]}'],
		),
	})
	.map(({ piece, bytes, ends: [start, end] }) => {
		const repeated = piece.repeat(Math.ceil(bytes / piece.length));
		// IDs and keys differ, because equal ones are counted once.
		let count = 0;
		const distinct =
			bytes < megabyte
				? repeated.replace(/1|"a"/g, (text) =>
						text === '1' ? String((count += 1)) : `"${String((count += 1))}"`,
					)
				: repeated;
		return start + distinct + end;
	});

/** Bytes that aren't UTF-8, or that contradict the headers. */
const anyEncoding = fc.oneof(
	{ weight: 6, arbitrary: fc.constant((text: string) => Buffer.from(text)) },
	fc.constantFrom(
		(text: string) => Buffer.from(text, 'utf16le'),
		(text: string) => Buffer.from(text, 'latin1'),
		(text: string) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xc0, 0x80])]),
	),
);

const anyHeaders = fc.dictionary(
	fc.constantFrom('content-type', 'retry-after', 'date', 'x-long', 'location', 'set-cookie'),
	fc.constantFrom(
		...['application/json', 'text/html; charset=utf-16', '0', '-1', '1e9', '99999999999', ''],
		...['Thu, 01 Jan 1970 00:00:00 GMT', 'never', 'x'.repeat(8_000), 'https://other.example/'],
	),
	{ maxKeys: 3 },
);

/** @param largeWeight how many of 100 responses are large */
export function anyResponse(largeWeight: number): fc.Arbitrary<AnyResponse> {
	const anyText = fc.oneof(
		{ weight: 100 - largeWeight, arbitrary: anySmallText },
		{ weight: largeWeight, arbitrary: anyLargeText },
	);
	return fc.record({
		status: fc.oneof(
			{ weight: 6, arbitrary: fc.constant(200) },
			fc.constantFrom(201, 204, 301, 400, 401, 403, 404, 405, 500, 599),
		),
		headers: anyHeaders,
		body: fc.tuple(anyText, anyEncoding).map(([text, encode]) => encode(text)),
		chunkBytes: fc.constantFrom(65_536, 65_536, 16_384, 1_000),
	});
}
