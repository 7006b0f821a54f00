import fc from 'fast-check';
import {
	type CountryCode,
	getCountries,
	getExampleNumber,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';

import { readPhoneNumber } from '../../../nodes/ChannelMessaging/phoneNumbers/readPhoneNumber';

const read = (text: string) => readPhoneNumber(text, { format: 'e164' });

/** Valid mobile numbers of all countries, of which the last digits vary. */
const anyNumber = fc
	.tuple(fc.constantFrom<CountryCode[]>(...getCountries()), fc.stringMatching(/^\d{3}$/))
	.map(([country, end]) => {
		const example = getExampleNumber(country, examples)?.number ?? '';
		return parsePhoneNumberFromString(example.slice(0, -3) + end);
	})
	.filter((number) => number !== undefined)
	.filter((number) => number.isValid());

/** Text that gateways, spreadsheets, and people put around a number. */
const decorations: Readonly<Record<string, (number: string) => string>> = {
	'prefix whatsapp:': (number) => `whatsapp:${number}`,
	'prefix p:': (number) => `p:${number}`,
	'prefix callto:': (number) => `callto:${number}`,
	'prefix sms:': (number) => `SMS:${number}`,
	'prefix tel:': (number) => `tel:${number}`,
	'label in front': (number) => `Tel. ${number}`,
	'label with a colon': (number) => `Móvil:${number}`,
	'label behind': (number) => `${number} (mobile)`,
	'name behind': (number) => `${number} Ana`,
	'emoji in front': (number) => `📱${number}`,
	'emoji behind': (number) => `${number} ☎️`,
	formula: (number) => `="${number}"`,
	quotes: (number) => `"${number}"`,
	'two pairs of quotes': (number) => `""${number}""`,
	'curly quotes': (number) => `“${number}”`,
	'variation selectors': (number) => number.replace(/\d/g, '$&\uFE0F'),
	'control characters': (number) => `\u0002${number}\u0003`,
	'invisible characters': (number) => `\u202A${number.replace(/\d{3}/g, '$&\u200B')}\u202C`,
	'Japanese dash': (number) => number.replace(/(\d{3})(?=\d{4})/, '$1ー'),
};

/** Addresses that libphonenumber can't read. They contain the international number without plus. */
const addresses: Readonly<Record<string, (digits: string) => string>> = {
	'wa.me/': (digits) => `wa.me/${digits}`,
	'https://wa.me/': (digits) => `https://wa.me/${digits}?text=Hi`,
	'https://api.whatsapp.com/send': (digits) =>
		`https://api.whatsapp.com/send?phone=${digits}&text=Hi`,
	'whatsapp://send': (digits) => `whatsapp://send?phone=${digits}`,
	'@c.us': (digits) => `${digits}@c.us`,
	'@s.whatsapp.net': (digits) => `${digits}@s.whatsapp.net`,
	'device suffix': (digits) => `${digits}:7@s.whatsapp.net`,
};

it('a number with decoration is read as the number that libphonenumber reads in it', () => {
	fc.assert(
		fc.property(anyNumber, fc.constantFrom(...Object.keys(decorations)), (number, name) => {
			const plain = read(number.number);
			for (const entered of [number.number, number.formatInternational()]) {
				const text = decorations[name]?.(entered) ?? '';
				// libphonenumber doesn't read every decoration, but never reads another number.
				const reference = parsePhoneNumberFromString(text) ?? number;
				expect(reference.number).toBe(number.number);
				expect([name, text, read(text)]).toEqual([name, text, plain]);
			}
		}),
		{ numRuns: 2_000 },
	);
});

it.each(['https://shop.example/?phone=621234567', 'shop.example/call?phone=621234567&id=1'])(
	'the number in the link %s, which leads to no chat, is not international',
	(link) => {
		expect(readPhoneNumber(link, { format: 'e164', defaultCountryCode: '34' })).not.toMatchObject({
			number: '+621234567',
		});
	},
);

it("the number in a gateway's address is the contact's phone number", () => {
	fc.assert(
		fc.property(anyNumber, fc.constantFrom(...Object.keys(addresses)), ({ number }, name) => {
			expect(read(addresses[name]?.(number.slice(1)) ?? '')).toEqual(read(number));
		}),
	);
});

it('text with one number is read like libphonenumber or rejected', () => {
	const words = fc.constantFrom(
		...['Tel', 'Ana', '(', ')', '-', '/', ': ', ' ', ', ', 'x', '📱', '2', '№', '+', '.', '_', '#'],
	);
	const noise = fc.string({ unit: words, maxLength: 3 });
	fc.assert(
		fc.property(anyNumber, noise, noise, ({ number }, before, after) => {
			const text = `${before}${number}${after}`;
			const parsed = read(text);
			const reference = parsePhoneNumberFromString(text);
			fc.pre(parsed.kind === 'number' && reference?.isValid() === true);
			expect([text, parsed]).toEqual([text, { kind: 'number', number: reference.number }]);
		}),
		{ numRuns: 3_000 },
	);
});

it('numbers with exponents are read only if no digit was lost', () => {
	fc.assert(
		fc.property(anyNumber, ({ number }) => {
			const digits = number.slice(1);
			const exponent = `${digits.slice(0, 1)}.${digits.slice(1)}E${String(digits.length - 1)}`;
			expect(read(`+${exponent}`)).toEqual(read(number));
			expect(read(`+${exponent.replace(/\dE/, 'E')}`)).toMatchObject({
				rejection: expect.stringContaining('digits are lost') as string,
			});
		}),
	);
});

it('rejects two numbers with any separator between them and explains why', () => {
	const separators = [',', ', ', ';', ' / ', '/', '|', '\n', '\t', ' ', '  ', ' - ', ' or ', ' & '];
	const between = fc.constantFrom(...separators, ' y ', '、', ' o ', ' (Ana), ', ' + ', ' tel:');
	fc.assert(
		fc.property(anyNumber, anyNumber, between, (one, other, separator) => {
			for (const text of [
				one.number + separator + other.number,
				one.formatInternational() + separator + other.formatInternational(),
				one.number.slice(1) + separator + other.number.slice(1),
			]) {
				expect([text, read(text)]).toEqual([
					text,
					{ kind: 'notANumber', rejection: 'contains more than one phone number' },
				]);
			}
		}),
		{ numRuns: 1_000 },
	);
});
