import fc from 'fast-check';

import { LocalizedNumbers } from '../../../nodes/ChannelMessaging/sendAndWait/localizedNumbers';

const read = (text: string, language: string) => new LocalizedNumbers(language).read(text);

const letters = Array.from('abcdefghijklmnopqrstuvwxyz');

/** The languages with two letters that ICU supports, and some of their regions. */
const languages = [
	...Intl.NumberFormat.supportedLocalesOf(
		letters.flatMap((first) => letters.map((second) => first + second)),
	),
	...['ar-EG', 'ar-MA', 'de-AT', 'de-CH', 'en-IN', 'en-ZA', 'es-419', 'es-MX', 'fr-CH', 'it-CH'],
	...['ff-Adlm', 'ckb', 'nqo', 'pt-BR', 'pt-PT', 'zh-Hant', 'de-u-nu-arab', 'en-u-nu-thai'],
];

const numbers = fc.oneof(
	fc.integer({ min: -20_000, max: 20_000 }),
	fc.integer(),
	fc.maxSafeInteger(),
	fc.tuple(fc.maxSafeInteger(), fc.integer({ min: 1, max: 6 })).map(([digits, places]) => {
		return Number((digits / 10 ** places).toPrecision(15));
	}),
	fc.integer({ min: -9_999_999, max: 9_999_999 }).map((thousandths) => thousandths / 1_000),
);

it('A page reads every number that Intl writes in a language', () => {
	const digits = fc.constantFrom({}, { numberingSystem: 'latn' }, { useGrouping: false });
	fc.assert(
		fc.property(fc.constantFrom(...languages), digits, numbers, (language, options, number) => {
			const format = new Intl.NumberFormat(language, { maximumFractionDigits: 20, ...options });
			expect(read(format.format(number), language)).toBe(number + 0);
		}),
		{ numRuns: 3_000 },
	);
});

it('A page accepts the numbers in its own notation', () => {
	const doubles = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0);
	const tags = fc.constantFrom(...languages, 'tlh', 'en-a');
	fc.assert(
		fc.property(tags, fc.oneof(numbers, doubles), (language, number) => {
			const written = new LocalizedNumbers(language);
			expect(written.read(written.write(number))).toBe(number);
		}),
		{ numRuns: 1_000 },
	);
});

it.each([
	['1,5', 'en', 1.5],
	['1.5', 'de', 1.5],
	['1.234,50', 'en', 1234.5],
	['1,234.50', 'de', 1234.5],
	['1.234', 'en', 1.234],
	['1.230', 'en', 1.23],
	['1.234', 'de', 1234],
	['1,234', 'en', 1234],
	['0,125', 'en', 0.125],
	['1234.567', 'de', 1234.567],
	['1.234.567', 'fr', 1_234_567],
	["1'234.5", 'en', 1234.5],
	['1 234', 'pl', 1234],
	['12,34,567.8', 'hi', 1_234_567.8],
	['\u0661\u066b\u0665', 'en', 1.5],
	['\u0661\u060c\u0665', 'ar', 1.5],
	['\u0e51\u0e52', 'th', 12],
	['\u0967,\u096b\u0966', 'hi', 1.5],
	['\uff11\uff0e\uff15', 'ja', 1.5],
	[' +5 ', 'en', 5],
	['\u22125', 'sv', -5],
	['- 5', 'en', -5],
	['1e3', 'en', 1000],
	['.5', 'en', 0.5],
])('A page reads %j in %s', (text, language, number) => {
	expect(read(text, language)).toBe(number);
});

it.each([
	['1.234', 'es'],
	['1,234', 'tlh'],
	['1.234', 'fr'],
	['1.234', 'en-a'],
	['12,34,567', 'en'],
	['1,23,456', 'de'],
	['1.234.56', 'de'],
	['1,234,567,8', 'en'],
	['1 5', 'en'],
	['5.', 'en'],
	['1..5', 'en'],
	['1,234 567', 'en'],
	['5 \u20ac', 'en'],
	['10\u00b2', 'en'],
	['1/2', 'en'],
	['--5', 'en'],
	['four', 'en'],
	['9007199254740993', 'en'],
	['1e400', 'en'],
	['31.12.2030', 'de'],
	['', 'en'],
])('A page rejects %j in %s', (text, language) => {
	expect(read(text, language)).toBeUndefined();
});

it('A page rejects numbers with more than 100 characters', () => {
	expect(read('1'.padStart(100, '0'), 'en')).toBe(1);
	expect(read('1'.padStart(101, '0'), 'en')).toBeUndefined();
});
