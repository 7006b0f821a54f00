import examples from 'libphonenumber-js/mobile/examples';
import metadata from 'libphonenumber-js/max/metadata';
import { getCountries, getExampleNumber, type PhoneNumber } from 'libphonenumber-js/max';

import { convertByField } from '../../../nodes/ChannelMessaging/customFieldValues/convertByField';
import { countryCodes } from '../../../nodes/ChannelMessaging/phoneNumbers/numberingPlans';
import { readPhoneNumber } from '../../../nodes/ChannelMessaging/phoneNumbers/readPhoneNumber';

/** Returns the national part of the international format, such as `612 345 678`. */
const groups = (number: PhoneNumber) =>
	number.formatInternational().replace(`+${number.countryCallingCode}`, '').trim();

/** Returns the number with its trunk prefix, or `undefined` if its country has none. */
function withTrunkPrefix(number: PhoneNumber): string | undefined {
	const { country, countryCallingCode } = number;
	const prefix: unknown = country === undefined ? 0 : metadata.countries[country]?.[5];
	return typeof prefix === 'string'
		? `+${countryCallingCode} ${prefix}${groups(number)}`
		: undefined;
}

/** Returns the national format with alternating slashes, dots, and dashes instead of spaces. */
function withOtherSeparators(number: PhoneNumber): string {
	const separators = ['/', '.', '-'];
	const pieces = number.formatNational().split(' ');
	return pieces.reduce(
		(text, piece, index) => `${text}${separators[(index - 1) % separators.length] ?? ''}${piece}`,
	);
}

const numbers = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []);

it.each<
	[
		written: string,
		hasCode: boolean,
		minCorrectRatio: number,
		write: (number: PhoneNumber) => string | undefined,
	]
>([
	['+34612345678', false, 0.99, (number) => number.number],
	['+34 612 34 56 78', false, 0.99, (number) => number.formatInternational()],
	['0034 612 34 56 78', false, 0.99, (number) => number.formatInternational().replace('+', '00')],
	['tel:+34612345678', false, 0.99, (number) => number.getURI()],
	[
		'+44 (0) 7400 123456',
		false,
		0.95,
		(number) => `+${number.countryCallingCode} (0) ${groups(number)}`,
	],
	['+44 07400 123456', false, 0.95, withTrunkPrefix],
	['07400 123456, code 44', true, 0.97, (number) => number.formatNational()],
	['07400/123.456, code 44', true, 0.97, withOtherSeparators],
	['7400123456, code 44', true, 0.97, (number) => number.nationalNumber],
	['447400123456, code 44', true, 0.95, (number) => number.number.slice(1)],
])(
	'readPhoneNumber reads the example numbers of all countries, written %s',
	(_written, hasCode, minCorrectRatio, write) => {
		const examples = numbers.flatMap((number) => {
			const text = write(number);
			if (text === undefined) return [];
			const defaultCountryCode = hasCode ? number.countryCallingCode : undefined;
			const read = (format: 'digits' | 'e164') =>
				readPhoneNumber(text, { format, defaultCountryCode });
			return [{ number: number.number, parsed: [read('e164'), read('digits')] }];
		});

		const isOther = (expected: string, one: ReturnType<typeof readPhoneNumber>) =>
			'number' in one && one.number !== expected;
		expect(
			examples.filter(({ number, parsed }) => parsed.some((one) => isOther(number, one))),
		).toEqual([]);
		const correct = examples.filter(({ parsed: [first] }) => first?.kind === 'number');
		expect(correct.length).toBeGreaterThan(100);
		expect(correct.length / examples.length).toBeGreaterThanOrEqual(minCorrectRatio);
	},
);

it('digits that a channel stores never become another number, with any default country', () => {
	const changed = numbers.flatMap(({ number, country }) => {
		const digits = number.slice(1);
		return [...new Set(countryCodes.values())]
			.map((defaultCountryCode) =>
				convertByField('phone', digits, { format: 'digits', defaultCountryCode }),
			)
			.filter(({ value }) => value !== digits)
			.map(({ value }) => ({ country, digits, value }));
	});
	expect(changed).toEqual([]);
});
