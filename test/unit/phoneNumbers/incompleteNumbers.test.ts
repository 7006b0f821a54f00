import fc from 'fast-check';
import examples from 'libphonenumber-js/mobile/examples';
import {
	type CountryCode,
	getCountries,
	getCountryCallingCode,
	getExampleNumber,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/max';

import { countryCodes } from '../../../nodes/ChannelMessaging/phoneNumbers/numberingPlans';
import { readPhoneNumber } from '../../../nodes/ChannelMessaging/phoneNumbers/readPhoneNumber';

const numbersPerCountry = 200;

/** Reads a number that has no country code. */
function read(text: string, country: CountryCode, format: 'digits' | 'e164') {
	return readPhoneNumber(text, { format, defaultCountryCode: countryCodes.get(country) });
}

/** Returns national numbers with the length and the first digits of the country's example. */
function randomNumbers(country: CountryCode): string[] {
	const example = String(getExampleNumber(country, examples)?.nationalNumber);
	const start = example.slice(0, Math.ceil(example.length / 3));
	const count = example.length - start.length;
	const rest = fc.stringMatching(new RegExp(`^\\d{${String(count)}}$`));
	return fc.sample(rest, { numRuns: numbersPerCountry, seed: 1 }).map((digits) => start + digits);
}

/** Returns numbers with a digit too few or too many, and without the digits of an area code. */
function damaged(national: string, index: number): string {
	const position = index % national.length;
	const damages = [
		national.slice(0, position) + national.slice(position + 1),
		national.slice(0, position) + String(index % 10) + national.slice(position),
		national.slice(2 + (index % 2)),
		`0${national.slice(3)}`,
	];
	return damages[index % damages.length] ?? national;
}

const countries = getCountries().filter((country) => getExampleNumber(country, examples));

it('readPhoneNumber reads valid national numbers of all countries like libphonenumber', () => {
	const wrong = countries.flatMap((country) =>
		randomNumbers(country).flatMap((national) => {
			const expected = parsePhoneNumberFromString(national, country);
			if (expected?.isValid() !== true) return [];
			const parsed = read(national, country, 'e164');
			const isRight = parsed.kind === 'number' && parsed.number === expected.number;
			return isRight ? [] : [{ country, national, parsed }];
		}),
	);
	expect(wrong).toEqual([]);
});

it.each(['digits', 'e164'] as const)(
	'readPhoneNumber reads damaged national numbers like libphonenumber or rejects them, in the format %s',
	(format) => {
		const wrong = countries.flatMap((country) =>
			randomNumbers(country).flatMap((national, index) => {
				// The separator shows that the text was not read from the channel.
				const text = damaged(national, index).replace(/(?<=..)/, ' ');
				const parsed = read(text, country, format);
				if (parsed.kind !== 'number') return [];
				const expected = parsePhoneNumberFromString(text, country);
				const isRight = expected?.number === parsed.number && expected.isPossible();
				return isRight ? [] : [{ country, text, number: parsed.number }];
			}),
		);
		expect(wrong).toEqual([]);
	},
);

/** They share their country code with another territory, whose numbers have another length. */
const withSharedPlan: readonly CountryCode[] = ['BQ', 'TA'];

it('readPhoneNumber reads damaged international numbers like libphonenumber or rejects them', () => {
	const others = countries.filter((country) => !withSharedPlan.includes(country));
	const wrong = others.flatMap((country) =>
		randomNumbers(country).flatMap((national, index) =>
			[damaged(national, index), `0${national}`].flatMap((rest) => {
				const text = `+${getCountryCallingCode(country)} ${rest}`;
				const parsed = read(text, country, 'e164');
				if (parsed.kind !== 'number') return [];
				const expected = parsePhoneNumberFromString(text);
				const isRight = expected?.number === parsed.number && expected.isPossible();
				return isRight ? [] : [{ country, text, number: parsed.number }];
			}),
		),
	);
	expect(wrong).toEqual([]);
});

it.each([
	['366-8608', 'US'],
	['95907-5145', 'BR'],
	['011 49 30 123456', 'DE'],
	['0171 12345', 'DE'],
	['0333 123 4567', 'IT'],
	['123 4567', 'IR'],
	['1234 5678', 'CN'],
	['55 1234 567', 'MX'],
	['60000001', 'ES'],
] as const)(
	'readPhoneNumber reads no number in %s, which has too few digits in %s',
	(text, country) => {
		for (const format of ['digits', 'e164'] as const) {
			expect(read(text, country, format).kind).toBe('unknownNumber');
		}
	},
);

it('readPhoneNumber reads a number for fiction with and without its country code', () => {
	for (const text of ['+1 555 010 0001', '(555) 010-0001', '15550100001', '001 555 010 0001']) {
		expect(read(text, 'US', 'e164')).toMatchObject({ kind: 'number', number: '+15550100001' });
	}
});
